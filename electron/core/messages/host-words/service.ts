import type { HostWords } from './host-words.ts';

/** What a call to the service came to (electron/service), as the window's forms and the status line say it. */
export const service: HostWords = {
  'The service cannot be reached: {problem, words}.': 'Der Dienst ist nicht erreichbar: {problem, words}.',
  'Everything was sent, then {problem, words}: the service may hold it.':
    'Alles wurde gesendet, dann geschah dies: {problem, words}. Der Dienst hat das Dokument vielleicht.',
  'The service answered {call} with {status, number} and no reason.':
    'Der Dienst hat {call} mit {status, number} und ohne Grund beantwortet.',
  '{call} was broken off.': '{call} wurde abgebrochen.',

  'a redirect ({status, number})': 'eine Umleitung ({status, number})',
  'a web page ({status, number})': 'eine Webseite ({status, number})',
  'a web page ({status, number}) came in place of its answer': 'statt seiner Antwort kam eine Webseite ({status, number})',
  "a gateway's web page ({status, number}) came in place of its answer":
    'statt seiner Antwort kam die Webseite eines Gateways ({status, number})',
  '{what, words} came in place of its answer': 'statt seiner Antwort kam {what, words}',
  "{what, words} came in place of the service's answer": 'statt der Antwort des Dienstes kam {what, words}',
  'the proxy asks for a sign-in (407)': 'der Proxy verlangt eine Anmeldung (407)',
  'the proxy did not open a way to the service': 'der Proxy hat keinen Weg zum Dienst geöffnet',
  'a gateway answered {status, number}': 'ein Gateway antwortete mit {status, number}',
  '{status, number} was answered before the files had been sent':
    'die Antwort {status, number} kam, bevor die Dateien gesendet waren',
  'an answer came before the files had been sent ({problem, words})':
    'eine Antwort kam, bevor die Dateien gesendet waren ({problem, words})',
  'an answer came that cannot be read ({call}: {problem, words})':
    'eine Antwort kam, die nicht lesbar ist ({call}: {problem, words})',
  'the call was broken off': 'der Aufruf wurde abgebrochen',

  'no connection within {time} ({code})': 'keine Verbindung innerhalb von {time} ({code})',
  'no answer within {time}': 'keine Antwort innerhalb von {time}',
  'the answer stopped coming for {time}': 'von der Antwort kam {time} lang nichts mehr',
  'the service took no more bytes for {time}': 'der Dienst nahm {time} lang nichts mehr an',
  'the connection was closed ({code})': 'die Verbindung wurde geschlossen ({code})',
  'the connection was refused (ECONNREFUSED)': 'die Verbindung wurde abgelehnt (ECONNREFUSED)',
  'the host name was not found ({code})': 'der Rechnername wurde nicht gefunden ({code})',
  'the network does not reach the host ({code})': 'das Netz erreicht den Rechner nicht ({code})',
  'the connections were closed by Intray': 'Intray hat die Verbindungen geschlossen',
  'the answer was cut short': 'die Antwort brach ab',
  'the secure connection failed ({code}); is the address right, the certificate valid, the clock of this machine set?':
    'die sichere Verbindung kam nicht zustande ({code}); stimmt die Adresse, gilt das Zertifikat, geht die Uhr dieses Rechners richtig?',
  'what came back is not HTTP ({code})': 'was zurückkam, ist kein HTTP ({code})',
  'the connection failed': 'die Verbindung kam nicht zustande',
  'the connection failed ({code})': 'die Verbindung kam nicht zustande ({code})',

  'the answer is longer than Intray reads': 'die Antwort ist länger, als Intray liest',
  'the answer is empty': 'die Antwort ist leer',
  'the answer is not JSON': 'die Antwort ist kein JSON',
  'the answer is not a JSON object': 'die Antwort ist kein JSON-Objekt',
  'the answer': 'die Antwort',
  '{part, words} is missing': '{part, words} fehlt',
  '{part, words} cannot be read': '{part, words} ist nicht lesbar',

  'The API key could not be read from where it is kept.': 'Der API-Schlüssel ließ sich nicht von seinem Ort lesen.',
  'There is no API key yet.': 'Es gibt noch keinen API-Schlüssel.',
  'The API key contains characters that no key can have.': 'Der API-Schlüssel enthält Zeichen, die kein Schlüssel haben kann.',
  'The upload was taken back: it could not be noted as sent.':
    'Das Hochladen wurde zurückgenommen: Es ließ sich nicht als gesendet vermerken.',
  'The upload was taken back before its closing boundary.': 'Das Hochladen wurde zurückgenommen, bevor es vollständig war.',
  'Nothing happened for too long.': 'Zu lange geschah nichts.',
  'The request is over.': 'Die Anfrage ist zu Ende.',
  'The proxy in HTTP_PROXY or HTTPS_PROXY is not an address: set it to one such as http://proxy.example.com:3128.':
    'Der Proxy in HTTP_PROXY oder HTTPS_PROXY ist keine Adresse: Geben Sie dort eine an wie http://proxy.example.com:3128.',

  'The service does not accept the key: {message, words}': 'Der Dienst nimmt den Schlüssel nicht an: {message, words}',
  'The service cannot be reached: {message, words} Try again when there is a connection.':
    'Der Dienst ist nicht erreichbar: {message, words} Versuchen Sie es wieder, wenn es eine Verbindung gibt.',
  'The service has not answered in time. Try again.':
    'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
  'The service asks for a pause: {message, words} Try again in a while.':
    'Der Dienst bittet um eine Pause: {message, words} Versuchen Sie es später noch einmal.',
  'The answer of the service was lost: {message, words} It may have been done: look at the service before you do it again.':
    'Die Antwort des Dienstes ging verloren: {message, words} Vielleicht ist es geschehen: Sehen Sie beim Dienst nach, bevor Sie es wiederholen.',
  '{origin} does not answer as the service does: {message, words}':
    '{origin} antwortet nicht, wie der Dienst es tut: {message, words}',
  '{origin} has not answered within {seconds, number} seconds.':
    '{origin} hat innerhalb von {seconds, number} Sekunden nicht geantwortet.',
  'There is no key for {origin} yet: paste one.': 'Für {origin} gibt es noch keinen Schlüssel: Fügen Sie einen ein.',
  'The service at {origin} knows no extraction "{id}". Check the id.':
    'Der Dienst unter {origin} kennt keine Extraktion „{id}“. Prüfen Sie die Kennung.',
  'The service at {origin} refused the id: {message, words}':
    'Der Dienst unter {origin} hat die Kennung abgelehnt: {message, words}',
  'The service refused the id: {message, words}': 'Der Dienst hat die Kennung abgelehnt: {message, words}',

  'The service has no address yet: give one such as https://api.example.com.':
    'Der Dienst hat noch keine Adresse: Geben Sie eine an wie https://api.example.com.',
  'give one such as https://api.example.com.': 'Geben Sie eine an wie https://api.example.com.',
  '{shown} is not an address: {example, words}': '{shown} ist keine Adresse: {example, words}',
  '{shown} is not an address of the web: {example, words}': '{shown} ist keine Adresse im Web: {example, words}',
  '{shown} was given with a user name or password: leave them out; the API key is set on its own.':
    '{shown} enthält einen Benutzernamen oder ein Kennwort: Lassen Sie beides weg; der API-Schlüssel wird für sich angegeben.',
  '{shown} was given with a query or fragment: leave out all that follows "?" or "#".':
    '{shown} enthält eine Abfrage oder eine Sprungmarke: Lassen Sie alles ab „?“ oder „#“ weg.',
  '{shown} is not encrypted: use {secure}. Plain http is for this machine alone (localhost, 127.0.0.1, [::1]).':
    '{shown} ist nicht verschlüsselt: Nehmen Sie {secure}. Einfaches http ist nur für diesen Rechner (localhost, 127.0.0.1, [::1]).',
  '{shown} lacks its scheme: write {scheme}://{host}.': '{shown} fehlt der Anfang: Schreiben Sie {scheme}://{host}.',
};
