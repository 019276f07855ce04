import type { runReport as english } from '../en/run-report.ts';
import type { Like } from '../like.ts';

export const runReport: Like<typeof english> = {
  balance:
    '{found} gefunden = {delivered} ausgeliefert + {duplicate} Duplikate + {rejected} abgelehnt + {failed} gescheitert + {gone} verschwunden + {moving} in Arbeit',
  watching: '{count, plural, one {# Ordner wird} other {# Ordner werden}} für {url} überwacht.',
  sentence: '{line}.',
  reason: '{message}',
  gate: {
    offline: 'Offline: {message} Neuer Versuch in {waitMs}; nichts geht verloren.',
    key: 'Problem mit dem Schlüssel: {message} Alles wartet auf einen gültigen Schlüssel (intray key set --url {url}).',
    keyRetried:
      'Problem mit dem Schlüssel: {message} Alles wartet auf einen gültigen Schlüssel (intray key set --url {url}). Mit dem jetzigen wird es in {waitMs} wieder versucht.',
    pages:
      'Der Dienst hat keine Seiten mehr („{message}“). Ergebnisse von schon Gesendetem werden weiter abgeholt; Uploads werden in {waitMs} wieder versucht.',
    revoked:
      'Schlüssel widerrufen: {message} Uploads warten auf einen gültigen Schlüssel (intray key set --url {url}); Ergebnisse von schon Gesendetem werden weiter abgeholt. Mit dem jetzigen wird es in {waitMs} wieder versucht.',
    unclear:
      'Der Dienst lehnt Uploads ab: {message} Liegt es am Schlüssel, speichern Sie einen gültigen (intray key set --url {url}). Ergebnisse von schon Gesendetem werden weiter abgeholt; Uploads werden in {waitMs} wieder versucht.',
    rate: 'Der Dienst bittet um eine Pause: {message} Weiter geht es in {waitMs}.',
    open: 'Der Dienst antwortet wieder; es geht weiter.',
  },
  ledger: {
    back: 'Es kann wieder alles festgehalten werden. Intray arbeitet weiter.',
  },
  folder: {
    question: '{message} So antworten Sie: {command}',
    unreachable: '{path} ist nicht erreichbar: {message}',
    unread:
      'Nicht lesbar: {paths}{more, plural, =0 {} other { und # weitere}}. Was darin liegt, wird nicht aufgenommen. Prüfen Sie die Rechte und den Datenträger.',
    paused: '{path} ist pausiert: {message}',
    resting: '{path} ist pausiert; Neues wird nicht aufgenommen. Gesendetes wird weiter ausgeliefert.',
    back: '{path} ist wieder da; es geht weiter.',
  },
  progress: {
    found: '{count} gefunden',
    delivered: '{count} ausgeliefert',
    atService: '{count} beim Dienst',
    uploading: '{count} im Upload',
    waiting: '{count} wartend',
    gone: '{count} verschwunden',
    needYou: '{count, plural, one {# wartet auf Sie} other {# warten auf Sie}}',
    moreFolders: '{count, plural, one {und # weiterer Ordner} other {und # weitere Ordner}}',
    sending: '{count, plural, one {# Datei wird gesendet} other {# Dateien werden gesendet}}: {sentSize} von {totalSize}',
    routeUnnamed: '{kind, select, extraction {Extraktion {id}} other {Klassifikation {id}}}',
  },
  plan: {
    looking: 'Dateien werden angesehen: {done} von {of} …',
    counting: 'Seiten werden gezählt: {done} von {of} Dateien …',
    send: '{count, plural, =0 {Nichts würde gesendet} one {# Dokument würde gesendet} other {# Dokumente würden gesendet}}{pages, plural, =0 {} one {, {unknown, plural, =0 {etwa} other {mindestens}} # Seite} other {, {unknown, plural, =0 {etwa} other {mindestens}} # Seiten}}{later, plural, =0 {} other {, davon # nur, wenn eine Kategorie zu einer Extraktion weiterführt}}{unknown, plural, =0 {} one {, ohne # Dokument, dessen Seiten nur der Dienst zählen kann} other {, ohne # Dokumente, deren Seiten nur der Dienst zählen kann}}.',
    known:
      '{count, plural, one {# weiteres hat einen bekannten Inhalt: Es kostet nichts} other {# weitere haben einen bekannten Inhalt: Sie kosten nichts}}.',
    rejected: '{count, plural, one {# kann nicht gesendet werden:} other {# können nicht gesendet werden:}}',
    held: '{count, plural, one {# würde auf Ihre Entscheidung warten:} other {# würden auf Ihre Entscheidung warten:}}',
    unsettled: '{count, plural, one {# wird noch geschrieben:} other {# werden noch geschrieben:}}',
    more: '{count, plural, one {und # weiteres: --json nennt es} other {und # weitere: --json nennt sie}}.',
    nothingSent: 'Die Seitenzahl ist eine Schätzung. Nichts wurde gesendet, und nichts wurde geschrieben.',
  },
  ending: {
    done: 'Fertig:',
    doneInPart: 'Fertig, bis auf das, was nicht erreichbar ist:',
    stopped: 'Beendet:',
    stoppedEarly: 'Vor dem Ende beendet; ein neuer Aufruf macht hier weiter:',
    broken: '{message} Ein neuer Aufruf macht hier weiter:',
  },
  results: 'Ergebnisse: {places}.',
  besideDocuments: 'eine .json-Datei neben jedem Dokument',
  attention: {
    state: { held: 'Zurückgehalten', blocked: 'Blockiert' },
    none: 'Nichts wartet auf Sie.',
    needYou: '{count, plural, one {# Dokument wartet auf Sie:} other {# Dokumente warten auf Sie:}}',
    undelivered:
      '{count, plural, one {# Ergebnis lässt sich noch nicht schreiben:} other {# Ergebnisse lassen sich noch nicht schreiben:}}',
    waiting: '{count, plural, one {# Dokument wartet auf den Dienst:} other {# Dokumente warten auf den Dienst:}}',
    more: '… und {count} weitere: intray status --json zählt sie auf.',
    one: '{path}: {reason}',
    several: '{count} Dokumente: {reason}',
    morePaths: 'und {count} weitere',
    noValues: 'Es wurde kein Wert gefunden.',
    emptyFields: 'Kein Wert für {fields}{more, plural, =0 {} other { und # weitere}}.',
    reviewAsked: 'Der Dienst bittet um eine Prüfung.',
  },
};
