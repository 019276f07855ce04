import { type ContextMenuParams, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import type { Destination } from '../core/contract/contract.ts';
import type { English } from '../core/languages/en/all.ts';
import { say } from '../core/messages/message.ts';
import type { Wording } from '../core/messages/wording.ts';

interface MenuOptions {
  readonly wording: Wording;
  readonly platform: NodeJS.Platform;
  readonly goTo: (destination: Destination) => void;
  readonly dataDirectory: string;
  /** If it is not, the menu has the developer tools too. */
  readonly isPackaged: boolean;
}

/** The application's menu, as each system expects it. */
export function setApplicationMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate([...applicationMenu(options)]));
}

/** What a right click on text offers: a key is pasted, a value copied. Empty where there is nothing to cut, copy or paste. Pure. */
export function textMenu(
  { isEditable, selectionText }: Pick<ContextMenuParams, 'isEditable' | 'selectionText'>,
  wording: Wording,
): readonly MenuItemConstructorOptions[] {
  const item = (role: 'cut' | 'copy' | 'paste' | 'selectAll', enabled = true): MenuItemConstructorOptions => ({
    role,
    label: wording.text(say(`desktop.menu.${role}`)),
    enabled,
  });
  const selected = selectionText !== '';
  if (isEditable) return [item('cut', selected), item('copy', selected), item('paste'), separator, item('selectAll')];
  return selected ? [item('copy')] : [];
}

type Role = NonNullable<MenuItemConstructorOptions['role']>;
type MenuWord = keyof English['desktop']['menu'];

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Pure but for what a click does. Electron's own labels are English, so every item brings its label. */
export function applicationMenu(options: MenuOptions): readonly MenuItemConstructorOptions[] {
  const { platform, goTo, dataDirectory, wording } = options;
  const mac = platform === 'darwin';
  const word = (name: MenuWord) => wording.text(say(`desktop.menu.${name}`));
  const item = (role: Role & MenuWord): MenuItemConstructorOptions => ({ role, label: word(role) });
  const settings: MenuItemConstructorOptions = {
    label: word('settings'),
    accelerator: 'CommandOrControl+,',
    click: () => goTo({ screen: 'settings' }),
  };
  const macMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      item('about'),
      separator,
      settings,
      separator,
      ...(['services', 'hide', 'hideOthers', 'unhide'] as const).map(item),
      separator,
      item('quit'),
    ],
  };
  return [
    ...(mac ? [macMenu] : []),
    {
      label: word('file'),
      submenu: [
        {
          label: word('addFolder'),
          accelerator: 'CommandOrControl+N',
          click: () => goTo({ screen: 'folders', add: '' }),
        },
        ...(mac ? [] : [settings]),
        separator,
        item('close'),
        ...(mac ? [] : [item('quit')]),
      ],
    },
    {
      label: word('edit'),
      submenu: [item('undo'), item('redo'), separator, item('cut'), item('copy'), item('paste'), item('selectAll')],
    },
    { label: word('view'), submenu: viewItems(options, word) },
    {
      role: 'windowMenu',
      label: word('window'),
      submenu: [item('minimize'), ...(mac ? [item('zoom'), separator, item('front')] : [item('close')])],
    },
    {
      role: 'help',
      label: word('help'),
      submenu: [
        { label: word('shortcuts'), accelerator: 'F1', click: () => goTo({ screen: 'keys' }) },
        { label: word('dataFolder'), click: () => void shell.openPath(dataDirectory) },
        ...(mac ? [] : [separator, item('about')]),
      ],
    },
  ];
}

const screens = ['queue', 'review', 'folders', 'insights'] as const;

function viewItems({ wording, goTo, isPackaged }: MenuOptions, word: (name: MenuWord) => string): MenuItemConstructorOptions[] {
  return [
    ...screens.map(
      (screen, index): MenuItemConstructorOptions => ({
        label: wording.text(say(`common.screens.${screen}`)),
        accelerator: `CommandOrControl+${index + 1}`,
        click: () => goTo({ screen }),
      }),
    ),
    separator,
    { role: 'resetZoom', label: word('resetZoom') },
    { role: 'zoomIn', label: word('zoomIn') },
    { role: 'zoomOut', label: word('zoomOut') },
    { role: 'togglefullscreen', label: word('fullScreen') },
    // Only developers see these two.
    ...(isPackaged ? [] : [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
  ];
}
