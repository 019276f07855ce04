/** Started so, the program stays in the tray. */
export const hiddenFlag = '--hidden';

/** Freedesktop's autostart entry. Pure. */
export function desktopEntry(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Intray',
    `Exec="${program.replace(/(["`$\\])/g, '\\$1').replaceAll('%', '%%')}" ${hiddenFlag}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
