import { app } from 'electron';

/** Quitting waits no longer than this; what is on disk is complete at every moment. */
const maxMs = 5_000;

/**
 * Delays quitting until `finish` is done, at most five seconds, so that what is being written is finished. Closing the window
 * does not end the program: the tray stays.
 */
export function quitAfter(finish: () => Promise<void>): void {
  let state: 'running' | 'finishing' | 'finished' = 'running';
  const done = () => {
    if (state === 'finished') return;
    state = 'finished';
    app.quit();
  };
  app.on('window-all-closed', () => {
    // Without a listener Electron would quit here.
  });
  app.on('before-quit', (event) => {
    if (state === 'finished') return;
    event.preventDefault();
    if (state === 'finishing') return;
    state = 'finishing';
    setTimeout(done, maxMs).unref();
    finish().then(done, done);
  });
}
