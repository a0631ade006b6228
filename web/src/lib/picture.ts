// One picture worth sharing: the game's little theatre, who has won and the score, drawn on a canvas as a PNG.

export interface Poster {
  title: string;
  line: string;
  rows: readonly { name: string; score: string; winner: boolean }[];
  /** The game's miniature as it is on the page now. */
  scene: SVGSVGElement | null;
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

async function drawn(drawing: SVGSVGElement): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(drawing))}`;
  await image.decode();
  return image;
}

/** The poster as a PNG. */
export async function poster({ title, line, rows, scene, house }: Poster): Promise<Blob> {
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
  if (scene) {
    const image = await drawn(scene);
    paper.save();
    paper.beginPath();
    paper.roundRect(30, 30, WIDE - 60, high, 26);
    paper.clip();
    const cut = (WIDE - 60) / 2 - high;
    paper.drawImage(image, 30, 30 - cut / 2, WIDE - 60, (WIDE - 60) / 2);
    paper.restore();
    paper.lineWidth = 6;
    paper.strokeStyle = colour('--gold');
    paper.beginPath();
    paper.roundRect(30, 30, WIDE - 60, high, 26);
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
  paper.font = display(26);
  paper.fillStyle = colour('--soft');
  paper.fillText(house, WIDE / 2, high + 254);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The picture could not be made.'))), 'image/png'));
}

/** Gives the picture to whatever shares pictures on this device; where nothing does, it is saved. */
export async function sharePicture(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], name, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] }) && matchMedia('(pointer: coarse)').matches) {
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
