export const firstRun = {
  title: 'Welcome to Intray',
  intro:
    'Intray watches the folders you scan into, has each document extracted or classified, and writes the results beside it as JSON and CSV.',
  connectTitle: 'Connect to your service',
  connectDetail: 'You have an account and an API key.',
  tryTitle: 'Try it without an account',
  tryDetail: 'The sandbox, a small stand-in for the service, runs on this computer. Nothing leaves it, and nothing costs money.',
  later: 'You can change this in Settings at any time.',
  keyWhat:
    'An API key is the password Intray uses to talk to the service on your behalf. Anyone who has it can use up your pages.',
  keyWhere:
    'Intray stores it in this system’s keychain and sends it to this address only. It never appears in a settings file, a log or a message.',
  keyNoKeychain: 'There is no keychain here, so Intray keeps the key only until it quits and writes it nowhere:',
  sandboxPoints: {
    here: 'It runs inside Intray, on this computer. No document and no value goes anywhere else.',
    reads:
      'It reads the text of PDF and DOCX files and looks for each field. It has no model, so it finds less than the real service.',
    unsure: 'Whatever it cannot find, and every image, it leaves for you to review.',
    leave: 'When you connect to your service later, your folders stay. Each then asks for its route there.',
  },
  sandboxStart: 'Start the sandbox',
  sandboxStarting: 'Starting the sandbox…',
} as const;
