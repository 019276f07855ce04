/**
 * Keeps one warning of Node's from standard error: that node:sqlite is experimental. The program knows, a person can do
 * nothing about it, and it would stand in front of every message. Call it before node:sqlite is first loaded.
 */
export function quietSqliteWarning(target: NodeJS.Process = process): void {
  const printers = target.listeners('warning');
  target.removeAllListeners('warning');
  target.on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning' && warning.message.startsWith('SQLite')) return;
    for (const print of printers) print.call(target, warning);
  });
}
