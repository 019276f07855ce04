import { Menu, type MenuItemConstructorOptions, shell } from 'electron';
import type { Destination } from '../core/contract/contract.ts';
import type { Words } from './words/words.ts';

export interface MenuOptions {
  readonly words: Words;
  readonly platform: NodeJS.Platform;
  readonly goTo: (destination: Destination) => void;
  readonly showKeys: () => void;
  readonly dataDirectory: string;
  /** While developing there are the page's tools too. */
  readonly isPackaged: boolean;
}

/** The application's menu, as each system expects it. */
export function setApplicationMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate([...applicationMenu(options)]));
}

/** Pure but for what a click does. */
export function applicationMenu(options: MenuOptions): readonly MenuItemConstructorOptions[] {
  const { words, platform, goTo } = options;
  const { menu } = words;
  const mac = platform === 'darwin';
  const settings: MenuItemConstructorOptions = {
    label: menu.settings,
    accelerator: 'CommandOrControl+,',
    click: () => goTo({ screen: 'settings' }),
  };
  return [
    ...(mac ? [macMenu(settings)] : []),
    {
      label: menu.file,
      submenu: [
        { label: menu.addFolder, accelerator: 'CommandOrControl+N', click: () => goTo({ screen: 'folders', add: '' }) },
        ...(mac ? [] : [settings]),
        { type: 'separator' },
        { role: 'close' },
        ...(mac ? [] : [{ role: 'quit' } as const]),
      ],
    },
    {
      label: menu.edit,
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    { label: menu.view, submenu: viewItems(options) },
    { role: 'windowMenu' },
    {
      role: 'help',
      label: menu.help,
      submenu: [
        { label: menu.keys, accelerator: 'F1', click: options.showKeys },
        { label: menu.dataFolder, click: () => void shell.openPath(options.dataDirectory) },
        ...(mac ? [] : [{ type: 'separator' } as const, { role: 'about' } as const]),
      ],
    },
  ];
}

function macMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'services' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  };
}

function viewItems({ words: { menu }, goTo, isPackaged }: MenuOptions): MenuItemConstructorOptions[] {
  const screens = [
    [menu.queue, 'queue'],
    [menu.reviewScreen, 'review'],
    [menu.foldersScreen, 'folders'],
    [menu.insights, 'insights'],
  ] as const;
  return [
    ...screens.map(
      ([label, screen], index): MenuItemConstructorOptions => ({
        label,
        accelerator: `CommandOrControl+${index + 1}`,
        click: () => goTo({ screen }),
      }),
    ),
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    ...(isPackaged ? [] : [{ type: 'separator' } as const, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
  ];
}
