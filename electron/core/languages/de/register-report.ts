import type { registerReport as english } from '../en/register-report.ts';
import type { Like } from '../like.ts';

export const registerReport: Like<typeof english> = {
  seen: 'Das Register unter {place}: {count, plural, =0 {kein Computer arbeitet} one {ein Computer arbeitet} other {# Computer arbeiten}} (Stand {at}).',
  machine: '  {what}',
  thisOne: '{name} (dieser)',
  other: '{name}',
  gone: '{who}: seit {at} nichts gehört',
  alive: '{who}: arbeitet, zuletzt gesehen {at}',
  idle: 'nichts zu senden',
  working: '{waiting, number} wartend, {uploading, number} beim Senden, {atService, number} beim Dienst',
  doing: '{who}: {work}; zuletzt gesehen {at}',
  writing: '{who}: {work}; schreibt in {inboxes}; zuletzt gesehen {at}',
};
