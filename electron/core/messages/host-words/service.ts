import type { HostWords } from './host-words.ts';

/** What a call to the service came to (electron/service), as the window's forms and the status line say it. */
export const service: HostWords = {
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
};
