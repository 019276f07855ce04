import { Notification } from 'electron';
import type { Destination } from '../core/contract/contract.ts';
import type { Preferences } from '../core/contract/preferences.ts';
import type { Status } from '../core/contract/status.ts';
import { inEnglish } from '../core/messages/wording.ts';
import { type Announcement, announce, nothingSpoken, type Spoken } from './announcements.ts';
import type { Words } from './words/words.ts';

export interface Notifications {
  /** Looks at how things stand; what is new since the last look is said after a short gathering. */
  look(status: Status): void;
  close(): void;
}

export interface NotificationOptions {
  readonly words: () => Words;
  readonly wanted: () => Preferences['notifications'];
  /** Somebody clicked on one. */
  readonly goTo: (destination: Destination) => void;
  readonly iconFile: string;
  /** Ms in which what happens is one announcement. */
  readonly gatherMs?: number;
}

/** A problem that may pass is looked at again after so long, ms. */
const lookAgainMs = 10_000;

/** Announcements as the system's notifications: one of a kind at a time, and each leads somewhere. */
export function createNotifications(options: NotificationOptions): Notifications {
  const shown = new Map<Announcement['kind'], Notification>();
  let spoken: Spoken | undefined;
  let latest: Status | undefined;
  let timer: NodeJS.Timeout | undefined;

  const speak = () => {
    timer = undefined;
    if (latest === undefined || spoken === undefined) return;
    const next = announce(spoken, latest, options.wanted(), Date.now());
    spoken = next.spoken;
    for (const announcement of next.announcements) show(announcement);
    // What concerns nobody yet may do so later, though nothing more is heard of it.
    if (latest.line.kind === 'offline' || latest.line.kind === 'stopped') timer = setTimeout(speak, lookAgainMs);
  };

  const show = (announcement: Announcement) => {
    if (!Notification.isSupported()) return;
    const { title, body, destination } = put(announcement, options.words());
    const notification = new Notification({ title, body, icon: options.iconFile, silent: announcement.kind === 'finished' });
    notification.on('click', () => options.goTo(destination));
    shown.get(announcement.kind)?.close();
    shown.set(announcement.kind, notification);
    notification.show();
  };

  return {
    look(status) {
      spoken ??= nothingSpoken(status);
      latest = status;
      timer ??= setTimeout(speak, options.gatherMs ?? 3_000);
    },
    close() {
      clearTimeout(timer);
      for (const notification of shown.values()) notification.close();
    },
  };
}

function put(
  announcement: Announcement,
  { notifications, ofHost }: Words,
): { readonly title: string; readonly body: string; readonly destination: Destination } {
  switch (announcement.kind) {
    case 'attention':
      return {
        title: notifications.attention(announcement.count),
        body: notifications.attentionBody,
        destination: { screen: 'review' },
      };
    case 'finished':
      return {
        title: notifications.finished(announcement.count),
        body: notifications.finishedBody,
        destination: { screen: 'queue' },
      };
    case 'problem':
      return {
        title: notifications[announcement.problem],
        body: `${ofHost(inEnglish(announcement.message))} ${notifications.again}`,
        destination: { screen: announcement.problem === 'key' ? 'settings' : 'queue' },
      };
  }
}
