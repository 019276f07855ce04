import type { service as english } from '../en/service.ts';
import type { Like } from '../like.ts';

export const service: Like<typeof english> = {
  failure: {
    unreachable: 'Der Dienst ist nicht erreichbar: {problem}.',
    inDoubt: 'Alles wurde gesendet, doch {problem}; der Dienst hat es vielleicht erhalten.',
    noReason: 'Der Dienst hat {call} mit Status {status} und ohne Begründung beantwortet.',
    withStatus: '{status}: {message}',
    unreadable: 'Die Antwort auf {call} ist nicht lesbar: {problem}.',
    cancelled: '{call} wurde abgebrochen.',
  },
  problem: {
    redirect: 'statt seiner Antwort kam eine Umleitung ({status})',
    webPage: 'statt seiner Antwort kam eine Webseite ({status})',
    gateway: 'ein Gateway antwortete mit Status {status}',
    gatewayPage: 'statt seiner Antwort kam die Webseite eines Gateways ({status})',
    tooEarly: 'die Antwort mit Status {status} kam, bevor die Dateien gesendet waren',
    unreadableTooEarly: 'eine unlesbare Antwort kam, bevor die Dateien gesendet waren ({problem})',
    unreadable: 'die Antwort auf {call} ist nicht lesbar ({problem})',
    cancelled: 'der Aufruf wurde abgebrochen',
    proxySignIn: 'der Proxy verlangt eine Anmeldung (407)',
    proxyRefused: 'der Proxy hat keine Verbindung zum Dienst geöffnet',
    noConnection: 'keine Verbindung innerhalb von {limitMs} ({error})',
    noAnswer: 'innerhalb von {limitMs} kam keine Antwort',
    answerEndless: 'die Antwort war nach {limitMs} nicht vollständig',
    answerStopped: 'von der Antwort kam {limitMs} lang nichts mehr',
    sendingStopped: 'er nahm {limitMs} lang keine Daten mehr an',
    closed: 'die Verbindung wurde geschlossen ({error})',
    refused: 'die Verbindung wurde abgelehnt ({error})',
    unknownHost: 'der Hostname wurde nicht gefunden ({error})',
    unreachableHost: 'das Netz erreicht den Host nicht ({error})',
    closedHere: 'Intray hat die Verbindung geschlossen',
    cutShort: 'die Antwort brach ab',
    notSecure:
      'die sichere Verbindung kam nicht zustande ({error}); prüfen Sie die Adresse, das Zertifikat des Dienstes und die Uhr dieses Computers',
    notHttp: 'was zurückkam, ist kein HTTP ({error})',
    failed: 'die Verbindung kam nicht zustande',
    failedWith: 'die Verbindung kam nicht zustande ({error})',
  },
  answer: {
    empty: 'sie ist leer',
    notJson: 'sie ist kein JSON',
    notAnObject: 'sie ist kein JSON-Objekt',
    tooLong: 'sie ist länger, als Intray liest',
    incomplete: '{problems}',
    missing: '{member} fehlt',
    wrongType: '{member} ist nicht lesbar',
    wrongShape: 'ihr Inhalt ist nicht lesbar',
    tooDeep: 'sie ist mehr als {limit, number} Ebenen tief verschachtelt',
    tooManyValues: 'sie enthält mehr als {limit, number} Werte',
    valueTooLong: 'sie hat einen Wert mit mehr als {limit, number} Zeichen',
    fileTooLong: 'ihre Werte haben zusammen mehr als {limit, number} Zeichen',
  },
  key: {
    unreadable: 'Der API-Schlüssel konnte nicht von seinem Aufbewahrungsort gelesen werden.',
    missing: 'Es gibt noch keinen API-Schlüssel.',
    impossible: 'Der API-Schlüssel enthält Zeichen, die in keinem Schlüssel vorkommen.',
  },
  upload: {
    notRecorded: 'Das Hochladen wurde abgebrochen, weil es nicht als gesendet vermerkt werden konnte.',
    stopped: 'Das Hochladen wurde abgebrochen, bevor es vollständig war.',
    fileShorter: '{fileName} ist kürzer geworden, seit Intray die Datei gelesen hat.',
    fileSwapped: '{fileName} hat einen anderen Inhalt als den, den Intray aufgenommen hat, obwohl Größe und Zeit gleich sind.',
  },
  proxyAddress:
    'Der Proxy in HTTP_PROXY oder HTTPS_PROXY ist keine Adresse: Geben Sie dort eine an wie http://proxy.example.com:3128.',
  address: {
    missing: 'Der Dienst hat noch keine Adresse: Geben Sie eine an wie https://api.example.com.',
    malformed: '„{address}“ ist keine Adresse: Geben Sie eine an wie https://api.example.com.',
    notWeb: '„{address}“ ist keine Webadresse: Geben Sie eine an wie https://api.example.com.',
    noScheme: '„{address}“ fehlt der Anfang: Schreiben Sie {remedy}.',
    credentials:
      '„{address}“ enthält einen Benutzernamen oder ein Kennwort: Lassen Sie beides weg; der API-Schlüssel wird getrennt angegeben.',
    query: '„{address}“ enthält eine Abfrage oder eine Sprungmarke: Lassen Sie alles ab „?“ oder „#“ weg.',
    notEncrypted:
      '„{address}“ ist nicht verschlüsselt: Verwenden Sie {remedy}. Einfaches http ist nur für diesen Computer erlaubt (localhost, 127.0.0.1, [::1]).',
  },
};
