import { cpSync } from 'node:fs';
import { join, posix } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { noticesText } from './resources/tools/notices.ts';

const root = import.meta.dirname;

/** The development server puts a script into the page and talks to it; the page's policy forbids both, and rightly so. */
const withoutPolicyWhileDeveloping: Plugin = {
  name: 'without-policy-while-developing',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
};

/** undici's connections alone: its index loads fetch, caches, mocks and web sockets too, all at once. */
const leanUndici: Plugin = {
  name: 'lean-undici',
  enforce: 'pre',
  async resolveId(source, importer = '', options) {
    if (importer.includes('/node_modules/undici/')) return undiciPart(source, importer);
    if (source !== 'undici') return null;
    if (importer.includes('/electron/sandbox/')) return { id: source, external: true };
    const index = await this.resolve(source, importer, { ...options, skipSelf: true });
    return index && posix.join(posix.dirname(index.id), leanIndex);
  },
  load(id) {
    if (id.endsWith(`/undici/${leanIndex}`)) return leanIndexSource;
    return id.endsWith(`/dispatcher/${lazyHttp2}`) ? lazyHttp2Source : null;
  },
};
const leanIndex = 'lean-index.js';
const leanIndexSource = `
  import Dispatcher from './lib/dispatcher/dispatcher.js';
  import api from './lib/api/index.js';
  Object.assign(Dispatcher.prototype, api);
  export { default as Agent } from './lib/dispatcher/agent.js';
  export { default as buildConnector } from './lib/core/connect.js';
  export { default as EnvHttpProxyAgent } from './lib/dispatcher/env-http-proxy-agent.js';
  export { default as Pool } from './lib/dispatcher/pool.js';
  export { default as ProxyAgent } from './lib/dispatcher/proxy-agent.js';
`;
// A proxy alone may speak HTTP/2 here (`createTransport`), and Node's module for it, which this part of undici loads, is large.
const lazyHttp2 = 'lazy-client-h2.js';
const lazyHttp2Source = "module.exports = (...given) => require('./client-h2.js')(...given);";

/** What undici itself loads only when it is needed, which is never or seldom here, stays in its package. */
function undiciPart(source: string, importer: string) {
  if (source.endsWith('/client-h2.js') && !importer.endsWith(lazyHttp2)) return posix.join(posix.dirname(importer), lazyHttp2);
  const seldom = /\/((?:web|milo)\/.*|llhttp\/llhttp-wasm\.js)$/.exec(source)?.[1];
  return seldom === undefined ? null : { id: `undici/lib/${seldom}`, external: true };
}

/** What the program reads PDF files with is packed small, and its tables of characters lie beside it. */
const pdfTables: Plugin = {
  name: 'pdf-tables',
  writeBundle({ dir = '' }) {
    for (const table of ['cmaps', 'standard_fonts'])
      cpSync(join(root, 'node_modules/pdfjs-dist', table), join(dir, 'pdfjs', table), { recursive: true, filter: isPassedOn });
  },
};
/** Liberation's licence is the GPL. The text of a page is read without the shapes of its letters. */
function isPassedOn(file: string): boolean {
  return !/liberation[^/\\]*$/i.test(file);
}
/** The licences of what is packed lie beside the window, which shows them. */
const thirdPartyNotices: Plugin = {
  name: 'third-party-notices',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source: noticesText(root) });
  },
};
const smallPdf = {
  find: /^pdfjs-dist\/legacy\/build\/pdf(\.worker)?\.mjs$/,
  replacement: 'pdfjs-dist/legacy/build/pdf$1.min.mjs',
};

/** Bundles: what a package starts, the desktop, the processes for the keychain, strangers' documents, volumes and backups, and the command-line program (one build, shared chunks), the window's door, and the window. */
export default defineConfig({
  main: {
    plugins: [leanUndici, pdfTables],
    resolve: { alias: [smallPdf] },
    build: {
      // Libraries are devDependencies and go inside, only with what is used of them: to find and read their hundreds of files
      // would take longer than all else that a start does. The dependencies stay packages, loaded when they are wanted.
      externalizeDeps: { exclude: ['undici'] },
      rolldownOptions: {
        input: {
          packed: join(root, 'electron/packed.ts'),
          main: join(root, 'electron/main.ts'),
          'keychain-process': join(root, 'electron/settings/keychain-process.ts'),
          'parser-process': join(root, 'electron/workspace/parser/parser-process.ts'),
          'disk-process': join(root, 'electron/engine/disk/disk-process.ts'),
          'backup-process': join(root, 'electron/ledger/backup-process.ts'),
          headless: join(root, 'electron/headless.ts'),
        },
        // Licences stay; what explains the sources would only be read at every start.
        output: { comments: { legal: true, annotation: true, jsdoc: false } },
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
    plugins: [react(), withoutPolicyWhileDeveloping, thirdPartyNotices],
    build: { rolldownOptions: { input: join(root, 'renderer/index.html') } },
  },
});
