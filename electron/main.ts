import { join } from 'node:path';
import { app } from 'electron';
import { handlersWithoutEngine } from './desktop/handlers.ts';
import { serveRequests } from './desktop/ipc.ts';
import { openWindow, raise, type WindowPlace } from './desktop/window.ts';

const built = join(import.meta.dirname, '..');
const developmentPage = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;
const place: WindowPlace = {
  preload: join(built, 'preload', 'preload.cjs'),
  page: join(built, 'renderer', 'index.html'),
  ...(developmentPage === undefined ? {} : { developmentPage }),
};

if (app.requestSingleInstanceLock()) {
  app.on('window-all-closed', () => app.quit());
  void app.whenReady().then(() => {
    const { window, address } = openWindow(place);
    serveRequests(handlersWithoutEngine(), address);
    app.on('second-instance', () => raise(window));
  });
} else {
  app.quit();
}
