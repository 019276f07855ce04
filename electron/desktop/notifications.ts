import { Notification } from 'electron';
import type { Destination } from '../core/contract/contract.ts';
import type { Preferences } from '../core/contract/preferences.ts';
import type { Status } from '../core/contract/status.ts';
import { type Message, say } from '../core/messages/message.ts';
import type { Wording } from '../core/messages/wording.ts';
import { assertNever } from '../core/result.ts';
import { type Announced, type Announcement, announce, nothingAnnounced } from './announcements.ts';

export interface Notifications {
  /** Compares with the last status; announces what is new, a few seconds later and together. */
  look(status: Status): void;
  close(): void;
}

export interface NotificationOptions {
  readonly wording: () => Wording;
  readonly wanted: () => Preferences['notifications'];
  /** A notification was clicked. */
  readonly goTo: (destination: Destination) => void;
  readonly iconFile: string;
  /** What happens within this time is announced together, ms. */
  readonly gatherMs?: number;
}

/** How soon a problem that may pass is checked again, ms. */
const lookAgainMs = 10_000;

/** Shows announcements as the system's notifications: one of each kind at a time. A click leads to the right screen. */
export function createNotifications(options: NotificationOptions): Notifications {
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

  const show = (announcement: Announcement) => {
    if (!Notification.isSupported()) return;
    const { title, body, destination } = shownAs(announcement);
    const { text } = options.wording();
    const notification = new Notification({
      title: text(title),
      body: text(body),
      icon: options.iconFile,
      silent: announcement.kind === 'finished',
    });
    notification.on('click', () => options.goTo(destination));
    shown.get(announcement.kind)?.close();
    shown.set(announcement.kind, notification);
    notification.show();
  };

  return {
    look(status) {
      announced ??= nothingAnnounced(status);
      latest = status;
      timer ??= setTimeout(announceNew, options.gatherMs ?? 3_000);
    },
    close() {
      clearTimeout(timer);
      for (const notification of shown.values()) notification.close();
    },
  };
}

interface Shown {
  readonly title: Message;
  readonly body: Message;
  /** Where a click leads. */
  readonly destination: Destination;
}

function shownAs(announcement: Announcement): Shown {
  switch (announcement.kind) {
    case 'needs-you':
      return {
        title: say('desktop.notifications.attention', { count: announcement.count }),
        body: say('desktop.notifications.attentionBody'),
        destination: { screen: 'review' },
      };
    case 'failed':
      return {
        title: say('desktop.notifications.failed', { count: announcement.count }),
        body: say('desktop.notifications.failedBody'),
        destination: { screen: 'queue', show: 'failed' },
      };
    case 'finished':
      return {
        title: say('desktop.notifications.finished', { count: announcement.count }),
        body: say('desktop.notifications.finishedBody', { count: announcement.count }),
        destination: { screen: 'queue' },
      };
    case 'problem':
      return {
        title: say(`desktop.notifications.${announcement.problem}`),
        body: say('desktop.notifications.problemBody', { message: announcement.message }),
        destination: { screen: announcement.problem === 'key' ? 'settings' : 'queue' },
      };
    default:
      return assertNever(announcement);
  }
}
