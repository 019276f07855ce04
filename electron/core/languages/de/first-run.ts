import type { firstRun as english } from '../en/first-run.ts';
import type { Like } from '../like.ts';

export const firstRun: Like<typeof english> = {
  title: 'Willkommen bei Intray',
  intro:
    'Intray überwacht die Ordner, in die Sie scannen, lässt jedes Dokument auslesen oder einordnen und legt das Ergebnis als JSON und CSV daneben.',
  choose: 'Womit möchten Sie beginnen?',
  steps: 'Erste Schritte',
  stepService: 'Dienst',
  stepFolder: 'Ordner',
  stepResults: 'Ergebnisse',
  connectTitle: 'Mit Ihrem Dienst verbinden',
  connectDetail: 'Sie haben ein Konto und einen API-Schlüssel.',
  tryTitle: 'Ohne Konto ausprobieren',
  tryDetail:
    'Die Sandbox, ein kleiner Ersatz für den Dienst, läuft auf diesem Computer. Nichts verlässt ihn, und nichts kostet Geld.',
  later: 'Das lässt sich jederzeit in den Einstellungen ändern.',
  back: 'Zurück',
  address: 'Adresse des Dienstes',
  addressHint: 'Die Basisadresse, wie sie das Dashboard des Dienstes zeigt.',
  key: 'API-Schlüssel',
  keyHint: 'Das Dashboard des Dienstes erzeugt ihn auf der API-Seite und zeigt ihn nur einmal.',
  keyWhatTitle: 'Was ist ein API-Schlüssel, und wo wird er gespeichert?',
  keyWhat:
    'Er ist das Passwort, mit dem Intray in Ihrem Namen mit dem Dienst spricht. Wer ihn hat, kann Ihre Seiten verbrauchen.',
  keyWhere:
    'Intray speichert ihn im Schlüsselbund dieses Systems und sendet ihn nur an diese Adresse. Er steht in keiner Einstellungsdatei, keinem Protokoll und keiner Meldung.',
  keyNoKeychain:
    'Hier gibt es keinen Schlüsselbund. Intray behält den Schlüssel nur bis zum Beenden und schreibt ihn nirgends hin:',
  keyShow: 'Schlüssel anzeigen',
  connect: 'Testen und verbinden',
  testing: 'Der Schlüssel wird beim Dienst geprüft. Das verbraucht keine Seiten.',
  unknown: 'Der Dienst war nicht erreichbar, darum wurde nichts gespeichert. Ihre Eingaben stehen noch hier.',
  wrong: {
    addressMissing: 'Geben Sie die Adresse ein.',
    addressWrong: 'Das ist keine Adresse. Sie sieht aus wie https://documents.example.com.',
    keyMissing: 'Geben Sie einen Schlüssel ein.',
  },
  connected: 'Verbunden. Der Schlüssel ist im Schlüsselbund dieses Systems gespeichert.',
  connectedRun: 'Verbunden. Der Schlüssel gilt bis zum Beenden von Intray, denn hier gibt es keinen Schlüsselbund.',
  connectedEmpty: 'Verbunden, aber das Konto hat keine Seiten mehr: {message}',
  sandboxTitle: 'Was die Sandbox ist',
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
