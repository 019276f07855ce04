import { app } from 'electron';

/** Longer than that nobody waits; what is on disk is whole at every moment. */
const maxMs = 5_000;

/**
 * Puts off leaving until `finish` is done: what is being written is finished, within five seconds. Closing the window
 * does not end the program: the tray goes on.
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
