/**
 * `npm run dev`: the desktop program with a page that reloads itself. Without Electron's binary, the same page in a browser, before the
 * command-line program as it was built.
 */
import { type AddressInfo, createServer as createPort } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { findElectron, runInstead } from '../../electron/desktop/start.ts';
import config from '../../electron.vite.config.ts';
import { headlessCommand, projectRoot } from './build.ts';

if (findElectron(process.env.ELECTRON_OVERRIDE_DIST_PATH) === undefined) await serveInBrowser();
else runInstead(process.execPath, [join(projectRoot, 'node_modules/electron-vite/bin/electron-vite.js'), 'dev']);

async function serveInBrowser(): Promise<void> {
  console.error(
    'Electron’s binary is missing here (npx install-electron fetches it), so the window opens in a browser. It reloads',
  );
  console.error('itself; after a change below electron/, start this again.');
  const port = await freePort();
  const target = `http://127.0.0.1:${port}`;
  const page = await createServer({
    ...config.renderer,
    configFile: false,
    server: { host: 'localhost', proxy: { '/api': target, '/preview': target } },
  });
  await page.listen();
  // Vite would end this before the program has ended.
  process.removeAllListeners('SIGTERM');
  const url = page.resolvedUrls?.local[0] ?? '';
  const args = ['watch', '--window', String(port), '--public-url', url, ...process.argv.slice(2)];
  runInstead(process.execPath, headlessCommand(args)).once('close', () => void page.close());
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createPort();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
