import { join } from 'node:path';
import { Menu, nativeImage, nativeTheme, Tray } from 'electron';
import { headlineOf, statusLine, type TrayState, trayStateOf } from '../core/contract/tray-state.ts';
import { say } from '../core/messages/message.ts';
import type { Wording } from '../core/messages/wording.ts';
import type { TraySnapshot } from '../workspace/workspace.ts';
import { fitted, type TrayActions, trayMenu } from './tray-menu.ts';

interface TrayOptions {
  readonly iconDirectory: string;
  readonly platform: NodeJS.Platform;
  readonly actions: TrayActions;
  /** A folder or file was dropped onto it (macOS). */
  readonly dropped: (path: string) => void;
}

/** The icon in the bar, with its menu. A click opens the window, except where the system opens the menu itself. */
export function createTray(options: TrayOptions) {
  const { platform, actions } = options;
  let state: TrayState = 'idle';
  let drawn = '';
  const icon = () => nativeImage.createFromPath(iconFile(state, options, nativeTheme.shouldUseDarkColors));
  const tray = new Tray(icon());
  const redraw = () => tray.setImage(icon());
  nativeTheme.on('updated', redraw);
  tray.on('click', () => {
    if (platform !== 'darwin') actions.open();
  });
  tray.on('drop-files', (_event, paths: string[]) => {
    const [first] = paths;
    if (first !== undefined) options.dropped(first);
  });
  return {
    /** Shows the status; redraws only what has changed. */
    show(snapshot: TraySnapshot, wording: Wording): void {
      const next = trayStateOf(snapshot.status);
      const items = trayMenu(snapshot, wording, actions);
      const { text } = wording;
      const tipOf = next === 'paused' && headlineOf(snapshot.status) === 'waiting' ? 'waiting' : next;
      const tip = `${text(say(`desktop.tooltip.${tipOf}`))}\n${fitted(text(statusLine(snapshot.status)), 'beginning')}`;
      // What an item opens is not in its text.
      const now = JSON.stringify([next, tip, items, snapshot]);
      if (now === drawn) return;
      drawn = now;
      if (next !== state) {
        state = next;
        redraw();
      }
      tray.setToolTip(tip);
      tray.setContextMenu(Menu.buildFromTemplate(items));
    },
    destroy(): void {
      nativeTheme.off('updated', redraw);
      tray.destroy();
    },
  };
}

/** macOS colours a template image itself; elsewhere the bar is assumed to have the theme's colour. */
function iconFile(state: TrayState, { iconDirectory, platform }: TrayOptions, dark: boolean): string {
  const name = platform === 'darwin' ? `tray-${state}Template` : `tray-${state}-${dark ? 'dark' : 'light'}`;
  return join(iconDirectory, `${name}.png`);
}
