import type { firstRun as english } from '../en/first-run.ts';
import type { Like } from '../like.ts';

export const firstRun: Like<typeof english> = {
  title: 'Willkommen bei Intray',
  intro:
    'Intray behält die Ordner im Auge, in die Sie scannen, lässt jedes Dokument auslesen oder einordnen und legt das Ergebnis als JSON und CSV daneben.',
  choose: 'Womit möchten Sie beginnen?',
  steps: 'Erste Schritte',
  stepService: 'Dienst',
  stepFolder: 'Ordner',
  stepResults: 'Ergebnisse',
  connectTitle: 'Mit Ihrem Dienst verbinden',
  connectDetail: 'Sie haben ein Konto und einen API-Schlüssel.',
  tryTitle: 'Ohne Konto ausprobieren',
  tryDetail:
    'Ein kleiner Ersatz für den Dienst, die Sandbox, läuft auf diesem Rechner. Nichts verlässt ihn, und nichts kostet etwas.',
  later: 'Beides lässt sich jederzeit in den Einstellungen ändern.',
  back: 'Zurück zur Auswahl',
  address: 'Adresse des Dienstes',
  addressHint: 'Die Grundadresse, wie sie das Dashboard zeigt.',
  key: 'API-Schlüssel',
  keyHint: 'Das Dashboard des Dienstes erzeugt ihn auf der API-Seite und zeigt ihn ein einziges Mal.',
  keyWhatTitle: 'Was ist ein API-Schlüssel, und wo liegt er?',
  keyWhat:
    'Er ist das Kennwort, mit dem Intray in Ihrem Namen mit dem Dienst spricht. Wer ihn hat, kann Ihre Seiten verbrauchen.',
  keyWhere:
    'Intray verwahrt ihn im Schlüsselbund dieses Systems und schickt ihn nur an diese Adresse. Er steht in keiner Einstellungsdatei, keinem Protokoll und keiner Meldung.',
  keyNoKeychain:
    'Hier gibt es keinen Schlüsselbund. Intray behält den Schlüssel nur bis zum Beenden und schreibt ihn nirgends hin:',
  keyShow: 'Schlüssel zeigen',
  connect: 'Prüfen und verbinden',
  testing: 'Der Dienst wird gefragt, ob er den Schlüssel kennt. Das kostet keine Seite.',
  unknown: 'Der Dienst konnte nicht gefragt werden, darum wurde nichts gesichert. Ihre Eingaben stehen noch hier.',
  wrong: {
    addressMissing: 'Die Adresse fehlt.',
    addressWrong: 'Das ist keine Adresse. Sie sieht aus wie https://documents.example.com.',
    keyMissing: 'Es wird ein Schlüssel gebraucht.',
  },
  connected: 'Der Dienst kennt den Schlüssel. Er liegt jetzt im Schlüsselbund dieses Systems.',
  connectedRun: 'Der Dienst kennt den Schlüssel. Er gilt nur bis zum Beenden, denn hier gibt es keinen Schlüsselbund.',
  connectedEmpty: 'Der Dienst kennt den Schlüssel, aber das Konto hat keine Seiten mehr: {message}',
  sandboxTitle: 'Was die Sandbox ist',
  sandboxPoints: {
    here: 'Sie läuft in Intray, auf diesem Rechner. Kein Dokument und kein Wert geht irgendwohin.',
    reads:
      'Sie liest den Text von PDF- und DOCX-Dateien und sucht darin jedes Feld. Ein Modell hat sie nicht: Sie findet weniger als der richtige Dienst.',
    unsure: 'Was sie nicht findet, und jedes Bild, legt sie Ihnen zum Prüfen vor.',
    leave: 'Verbinden Sie sich später mit Ihrem Dienst, bleiben Ihre Ordner. Jeder fragt dann nach seinem Ziel dort.',
  },
  sandboxStart: 'Sandbox starten',
  sandboxStarting: 'Die Sandbox startet …',
};
