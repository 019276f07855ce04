import type { registerReport as english } from '../en/register-report.ts';
import type { Like } from '../like.ts';

export const registerReport: Like<typeof english> = {
  seen: 'Le registre à {place} : {count, plural, =0 {aucun ordinateur ne travaille} one {un ordinateur travaille} many {# ordinateurs travaillent} other {# ordinateurs travaillent}} (au {at}).',
  machine: '  {what}',
  thisOne: '{name} (celui-ci)',
  other: '{name}',
  gone: '{who} : sans nouvelles depuis le {at}',
  alive: '{who} : au travail, vu le {at}',
  idle: 'rien à envoyer',
  working: '{waiting, number} en attente, {uploading, number} en cours d’envoi, {atService, number} chez le service',
  doing: '{who} : {work} ; vu le {at}',
  writing: '{who} : {work} ; écrit dans {inboxes} ; vu le {at}',
};
