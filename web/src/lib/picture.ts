// One picture worth sharing: how the match ended on the table, who has won and the score, drawn on a canvas as a PNG.

export interface Poster {
  title: string;
  line: string;
  rows: readonly { name: string; score: string; winner: boolean }[];
  /** The stage with the final position, as it is on the page now. */
  stage: HTMLElement | null;
  /** The game's miniature, for browsers that cannot draw the stage. */
  scene: SVGSVGElement | null;
  /** The house, and where the match can be seen again. */
  house: string;
}

const WIDE = 1200;
const HIGH = 675;
const PAINTED = ['fill', 'stroke', 'stroke-width', 'opacity', 'fill-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'stop-color', 'stop-opacity', 'transform', 'display', 'visibility'] as const;

/** A copy of a drawing with its colours inlined, because a canvas image does not apply style sheets. */
function alone(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll<SVGElement>('*')];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  copies.forEach((element, i) => {
    const style = getComputedStyle(originals[i]!);
    for (const name of PAINTED) {
      const value = style.getPropertyValue(name);
      if (value && !(name === 'transform' && value === 'none')) element.style.setProperty(name, value);
    }
    element.style.setProperty('animation', 'none');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(WIDE));
  copy.setAttribute('height', String(WIDE / 2));
  return new XMLSerializer().serializeToString(copy);
}

const asData = async (address: string): Promise<string> => {
  const content = await (await fetch(address)).blob();
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.readAsDataURL(content);
  });
};

/** The page's style in one text, with the fonts that are in use: a picture can fetch nothing. */
async function style(): Promise<string> {
  const used = new Set([...document.fonts].filter((font) => font.status === 'loaded').map((font) => `${font.family.replaceAll('"', '')} ${font.weight} ${font.style}`));
  const texts = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].map(async (rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return rule.cssText;
      const { style: font } = rule;
      const named = (name: string) => font.getPropertyValue(name).replaceAll('"', '');
      const address = /url\("?([^")]+)"?\)/.exec(font.getPropertyValue('src'))?.[1];
      if (!address || !used.has(`${named('font-family')} ${named('font-weight') || 'normal'} ${named('font-style') || 'normal'}`)) return '';
      return rule.cssText.replace(address, await asData(new URL(address, sheet.href ?? location.href).href));
    }),
  );
  return (await Promise.all(texts)).join('\n');
}

/** A part of the page as an image, as large as it is laid out. */
async function photographed(part: HTMLElement): Promise<HTMLImageElement> {
  const [wide, high] = [part.offsetWidth, part.offsetHeight];
  const copy = part.cloneNode(true) as HTMLElement;
  copy.style.scale = '1';
  const root = document.implementation.createDocument('http://www.w3.org/2000/svg', 'svg');
  const svg = root.documentElement;
  for (const { name, value } of document.documentElement.attributes) if (name.startsWith('data-') || name === 'class') svg.setAttribute(name, value);
  svg.setAttribute('style', `font-size: ${getComputedStyle(document.documentElement).fontSize}`); // what a rem is
  svg.setAttribute('width', String(wide));
  svg.setAttribute('height', String(high));
  const place = root.createElementNS('http://www.w3.org/2000/svg', 'foreignObject');
  place.setAttribute('width', '100%');
  place.setAttribute('height', '100%');
  const body = root.createElementNS('http://www.w3.org/1999/xhtml', 'body');
  const css = root.createElementNS('http://www.w3.org/1999/xhtml', 'style');
  css.textContent = `${await style()}\n*, ::before, ::after { animation: none !important; transition: none !important; }`;
  body.append(css, copy);
  body.setAttribute('style', 'margin: 0; background: none; min-height: 0');
  place.append(body);
  svg.append(place);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
  await image.decode();
  return image;
}

async function drawn(drawing: SVGSVGElement): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(drawing))}`;
  await image.decode();
  return image;
}

/** The poster as a PNG. */
export async function poster(told: Poster): Promise<Blob> {
  if (told.stage) {
    try {
      return await painted(told, await photographed(told.stage));
    } catch (error) {
      console.info('The stage could not be drawn.', error);
    }
  }
  return painted(told, told.scene && (await drawn(told.scene)));
}

async function painted({ title, line, rows, house }: Poster, image: HTMLImageElement | null): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDE;
  canvas.height = HIGH;
  const paper = canvas.getContext('2d')!;
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const display = (size: number) => `${size}px 'IM Fell DW Pica SC', Georgia, serif`;
  const text = (weight: number, size: number) => `${weight} ${size}px 'Atkinson Hyperlegible Next', system-ui, sans-serif`;
  paper.fillStyle = colour('--ground');
  paper.fillRect(0, 0, WIDE, HIGH);
  const high = 400;
  if (image) {
    const [wide, left] = [WIDE - 60, 30];
    // The whole position is seen: where its shape is another, the ground shows beside it.
    const scale = Math.min(wide / image.width, high / image.height);
    const [w, h] = [image.width * scale, image.height * scale];
    paper.save();
    paper.beginPath();
    paper.roundRect(left + (wide - w) / 2, 30, w, h, 26);
    paper.clip();
    paper.drawImage(image, left + (wide - w) / 2, 30, w, h);
    paper.restore();
    paper.lineWidth = 6;
    paper.strokeStyle = colour('--gold');
    paper.beginPath();
    paper.roundRect(left + (wide - w) / 2, 30, w, h, 26);
    paper.stroke();
  }
  paper.textAlign = 'center';
  paper.textBaseline = 'alphabetic';
  paper.fillStyle = colour('--ink');
  paper.font = display(58);
  paper.fillText(title, WIDE / 2, high + 102);
  paper.font = text(400, 30);
  paper.fillText(line, WIDE / 2, high + 152, WIDE - 80);
  const words = rows.map((row) => `${row.winner ? '★ ' : ''}${row.name}${row.score ? ` · ${row.score}` : ''}`).join('     ');
  paper.font = text(650, 28);
  paper.fillStyle = colour('--gold');
  paper.fillText(words, WIDE / 2, high + 208, WIDE - 80);
  paper.font = text(400, 24);
  paper.fillStyle = colour('--soft');
  paper.fillText(house, WIDE / 2, high + 254, WIDE - 80);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The picture could not be made.'))), 'image/png'));
}

/** Gives the picture, with the address it speaks of, to whatever shares pictures on this device; else it is saved. */
export async function sharePicture(picture: Blob, name: string, told: { title: string; url: string }): Promise<void> {
  const files = [new File([picture], name, { type: 'image/png' })];
  if (matchMedia('(pointer: coarse)').matches) {
    const shared = [{ files, ...told }, { files }].find((one) => navigator.canShare?.(one)); // some share no address with it
    if (shared) return void (await navigator.share(shared).catch(() => undefined));
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
