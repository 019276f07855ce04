import { join } from 'node:path';
import { Menu, type MenuItemConstructorOptions, nativeImage, nativeTheme, Tray } from 'electron';
import { type TrayState, trayStateOf } from '../core/contract/tray-state.ts';
import type { TraySnapshot } from '../workspace/workspace.ts';
import { statusLine, type TrayAction, type TrayItem, trayMenu } from './tray-menu.ts';
import type { Words } from './words/words.ts';

export interface IntrayTray {
  /** Shows how things stand now; what has not changed is not drawn again. */
  show(snapshot: TraySnapshot, words: Words): void;
  destroy(): void;
}

export interface TrayOptions {
  readonly iconDirectory: string;
  readonly platform: NodeJS.Platform;
  readonly act: (action: TrayAction) => void;
  /** A folder or file was dropped onto it (macOS). */
  readonly dropped: (path: string) => void;
}

/** The icon in the bar, with its menu. A click opens the window where the system does not open the menu itself. */
export function createTray(options: TrayOptions): IntrayTray {
  const { platform, act } = options;
  let state: TrayState = 'idle';
  let drawn = '';
  const icon = () => nativeImage.createFromPath(iconFile(state, options, nativeTheme.shouldUseDarkColors));
  const tray = new Tray(icon());
  const redraw = () => tray.setImage(icon());
  nativeTheme.on('updated', redraw);
  tray.on('click', () => {
    if (platform !== 'darwin') act({ kind: 'open' });
  });
  tray.on('drop-files', (_event, paths: string[]) => {
    const [first] = paths;
    if (first !== undefined) options.dropped(first);
  });
  return {
    show(snapshot, words) {
      const next = trayStateOf(snapshot.status);
      const items = trayMenu(snapshot, words);
      const tip = `${words.tooltip[next]}\n${statusLine(snapshot.status, words)}`;
      const now = JSON.stringify([next, tip, items]);
      if (now === drawn) return;
      drawn = now;
      if (next !== state) {
        state = next;
        redraw();
      }
      tray.setToolTip(tip);
      tray.setContextMenu(Menu.buildFromTemplate(items.map((item) => toTemplate(item, act))));
    },
    destroy() {
      nativeTheme.off('updated', redraw);
      tray.destroy();
    },
  };
}

/** macOS colours a template itself; elsewhere the bar's colour is taken to be the theme's. */
function iconFile(state: TrayState, { iconDirectory, platform }: TrayOptions, dark: boolean): string {
  const name = platform === 'darwin' ? `tray-${state}Template` : `tray-${state}-${dark ? 'dark' : 'light'}`;
  return join(iconDirectory, `${name}.png`);
}

function toTemplate(item: TrayItem, act: (action: TrayAction) => void): MenuItemConstructorOptions {
  switch (item.kind) {
    case 'line':
      return { type: 'separator' };
    case 'text':
      return { label: item.label, enabled: false };
    case 'action':
      return { label: item.label, click: () => act(item.action) };
    case 'submenu':
      return { label: item.label, submenu: item.items.map((inner) => toTemplate(inner, act)) };
  }
}
