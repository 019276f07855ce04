import type { reasons as english } from '../en/reasons.ts';
import type { Like } from '../like.ts';

export const reasons: Like<typeof english> = {
  asked: 'Der Dienst bittet um eine Prüfung.',
  sentTwice:
    'Es wurde zweimal gesendet, weil die Antwort auf das erste Hochladen verloren ging; der Dienst zählt es vielleicht doppelt.',
  noCategory: 'Der Dienst hat es keiner Kategorie zugeordnet.',
  noValues: 'Der Dienst hat keine Werte gefunden.',
  unlisted: 'Die Einstellungen seines Ordners sagen nicht, wohin Dokumente der Kategorie „{category}“ weitergehen.',
  unsure: 'Die Kategorie „{category}“ ist nicht sicher: Ihre Konfidenz ist {confidence, number}, also unter {below, number}.',
  conflict: 'Der Dienst gibt jetzt „{theirs}“ für „{field}“ an; hier wurde es zu „{mine}“ berichtigt.',
  conflictNone: 'Der Dienst gibt jetzt keinen Wert für „{field}“ an; hier wurde er zu „{mine}“ berichtigt.',
  missing: 'Für „{field}“ kam kein Wert zurück.',
  empty: 'Der Wert von „{field}“ ist leer.',
  /** Womit ein Wert zu vergleichen ist. */
  sum: '{net} und {tax} ergeben zusammen {sum}, nicht {total}.',
  correctedBefore: 'In einem früheren Dokument dieses Absenders wurde „{from}“ zu „{to}“ korrigiert.',
  usualValue: 'Die {count, number} früheren Dokumente dieses Absenders haben „{value}“.',
};
