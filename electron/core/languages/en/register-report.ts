/** The register and its machines, in `status` and in the window. */
export const registerReport = {
  seen: 'The register at {place}: {count, plural, =0 {no computer is at work} one {one computer is at work} other {# computers are at work}} (as of {at}).',
  machine: '  {what}',
  thisOne: '{name} (this one)',
  other: '{name}',
  gone: '{who}: not heard of since {at}',
  alive: '{who}: at work, last seen {at}',
  idle: 'nothing to send',
  working: '{waiting, number} waiting, {uploading, number} being sent, {atService, number} at the service',
  doing: '{who}: {work}; last seen {at}',
  writing: '{who}: {work}; writes to {inboxes}; last seen {at}',
} as const;
