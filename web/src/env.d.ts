// Types of modules that the build makes.
declare module '*.md?html' {
  const html: string;
  export default html;
}
declare module '*/rules-pages.mjs' {
  import type { Plugin } from 'vite';
  export function rulesPages(): Plugin;
}
declare module '*/markdown.mjs' {
  export function page(markdown: string): string;
}
