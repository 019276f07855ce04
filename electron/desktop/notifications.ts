import { Notification } from 'electron';
import type { Destination } from '../core/contract/contract.ts';
import type { Preferences } from '../core/contract/preferences.ts';
import type { Status } from '../core/contract/status.ts';
import type { Wording } from '../core/messages/wording.ts';
import { type Announced, type Announcement, announce, nothingAnnounced } from './announcements.ts';

interface NotificationOptions {
  readonly wording: () => Wording;
  readonly wanted: () => Preferences['notifications'];
  /** A notification was clicked. */
  readonly goTo: (destination: Destination) => void;
  readonly iconFile: string;
}

/** What happens within this time is announced together, ms. */
const gatherMs = 3_000;
/** How soon a problem that may pass is checked again, ms. */
const lookAgainMs = 10_000;

/** Shows announcements as the system's notifications: one of each kind at a time. A click leads to the right screen. */
export function createNotifications(options: NotificationOptions) {
  const shown = new Map<Announcement['kind'], Notification>();
  let announced: Announced | undefined;
  let latest: Status | undefined;
  let timer: NodeJS.Timeout | undefined;

  const announceNew = () => {
    timer = undefined;
    if (latest === undefined || announced === undefined) return;
    const next = announce(announced, latest, options.wanted(), Date.now());
    announced = next.announced;
    for (const announcement of next.announcements) show(announcement);
    // These become worth announcing when they last, without any further change of the status.
    if (latest.line.kind === 'offline' || latest.line.kind === 'stopped') timer = setTimeout(announceNew, lookAgainMs);
  };

  const show = ({ kind, title, body, destination }: Announcement) => {
    if (!Notification.isSupported()) return;
    const { text } = options.wording();
    const silent = kind === 'finished';
    const notification = new Notification({ title: text(title), body: text(body), icon: options.iconFile, silent });
    notification.on('click', () => options.goTo(destination));
    shown.get(kind)?.close();
    shown.set(kind, notification);
    notification.show();
  };

  return {
    /** Compares with the last status; announces what is new, a few seconds later and together. */
    look(status: Status): void {
      announced ??= nothingAnnounced(status);
      latest = status;
      timer ??= setTimeout(announceNew, gatherMs);
    },
    close(): void {
      clearTimeout(timer);
      for (const notification of shown.values()) notification.close();
    },
  };
}
