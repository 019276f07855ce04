import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

const root = import.meta.dirname;

/** The development server puts a script into the page and talks to it; the page's policy forbids both, and rightly so. */
const withoutPolicyWhileDeveloping: Plugin = {
  name: 'without-policy-while-developing',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
};

/** Bundles: the desktop, its engine's thread, its keychain's process and the command-line program (one build, shared chunks), the window's door, and the window. */
export default defineConfig({
  main: {
    build: {
      rolldownOptions: {
        input: {
          main: join(root, 'electron/main.ts'),
          'engine-thread': join(root, 'electron/engine-thread.ts'),
          'keychain-process': join(root, 'electron/desktop/keychain-process.ts'),
          headless: join(root, 'electron/headless.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload script is one CommonJS file that may require nothing but Electron: all else goes inside.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: join(root, 'electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: join(root, 'renderer'),
    plugins: [react(), withoutPolicyWhileDeveloping],
    build: { rolldownOptions: { input: join(root, 'renderer/index.html') } },
  },
});
