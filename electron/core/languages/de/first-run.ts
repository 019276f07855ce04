import type { firstRun as english } from '../en/first-run.ts';
import type { Like } from '../like.ts';

export const firstRun: Like<typeof english> = {
  title: 'Willkommen bei Intray',
  intro:
    'Intray überwacht die Ordner, in die Sie scannen, lässt jedes Dokument auslesen oder einordnen und legt das Ergebnis als JSON und CSV daneben.',
  connectTitle: 'Mit Ihrem Dienst verbinden',
  connectDetail: 'Sie haben ein Konto und einen API-Schlüssel.',
  tryTitle: 'Ohne Konto ausprobieren',
  tryDetail:
    'Die Sandbox, ein kleiner Ersatz für den Dienst, läuft auf diesem Computer. Nichts verlässt ihn, und nichts kostet Geld.',
  later: 'Das lässt sich jederzeit in den Einstellungen ändern.',
  keyWhat:
    'Der API-Schlüssel ist das Passwort, mit dem Intray in Ihrem Namen mit dem Dienst spricht. Wer ihn hat, kann Ihre Seiten verbrauchen.',
  keyWhere:
    'Intray speichert ihn im Schlüsselbund dieses Systems und sendet ihn nur an diese Adresse. Er steht in keiner Einstellungsdatei, keinem Protokoll und keiner Meldung.',
  keyNoKeychain:
    'Hier gibt es keinen Schlüsselbund. Intray behält den Schlüssel nur bis zum Beenden und schreibt ihn nirgends hin:',
  sandboxPoints: {
    here: 'Sie läuft in Intray, auf diesem Computer. Kein Dokument und kein Wert verlässt ihn.',
    reads:
      'Sie liest den Text von PDF- und DOCX-Dateien und sucht darin jedes Feld. Ein Modell hat sie nicht, darum findet sie weniger als der richtige Dienst.',
    unsure: 'Was sie nicht findet, und jedes Bild, legt sie Ihnen zum Prüfen vor.',
    leave: 'Verbinden Sie sich später mit Ihrem Dienst, bleiben Ihre Ordner. Jeder fragt dann nach seinem Ziel dort.',
  },
  sandboxStart: 'Sandbox starten',
  sandboxStarting: 'Die Sandbox startet …',
};
