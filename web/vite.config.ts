// How the pages are built: Svelte, the rules pages made into HTML, and the result laid into the Python package.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { installable } from './tools/installable.mjs';
import { packed } from './tools/packed.mjs';
import { rulesPages } from './tools/rules-pages.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: './', // the server says in the page where the house lies; files find one another from there
  plugins: [rulesPages(), svelte(), installable(), packed()],
  resolve: { alias: { $house: here('src'), $rules: here('../src/zauber/games') } },
  build: {
    outDir: here('../src/zauber/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
  },
  server: {
    fs: { allow: [here('..')] },
    proxy: {
      // The server takes what comes from its own pages alone: the address must stay as the browser wrote it.
      '/api': { target: 'http://127.0.0.1:8000', changeOrigin: false },
      '/ws': { target: 'ws://127.0.0.1:8000', ws: true },
    },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node', isolate: false, testTimeout: 60_000 }, // functions without a state of their own
});
