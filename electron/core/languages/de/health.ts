import type { health as english } from '../en/health.ts';
import type { Like } from '../like.ts';

export const health: Like<typeof english> = {
  program: {
    seen: 'Intray {version} mit Node {node}.',
  },
  data: {
    fine: '{path} ist beschreibbar und privat.',
    missing: '{path} gibt es noch nicht; der erste Lauf legt es an.',
    shared: 'Andere Benutzer dieses Computers können {path} lesen, und darin stehen die Werte aller Dokumente.',
    makePrivate: 'Machen Sie es privat: chmod 700 {path}',
    partIsFile: 'Das Datenverzeichnis {path} ist nicht benutzbar: Ein Teil des Pfades ist eine Datei.',
    isFile: 'Das Datenverzeichnis {path} ist nicht benutzbar: {part} ist eine Datei.',
    hidden: 'Das Datenverzeichnis {path} ist nicht benutzbar: Dieser Benutzer darf {part} nicht ansehen.',
    readOnly: 'Das Datenverzeichnis {path} ist nicht benutzbar: Dieser Benutzer darf in {part} nicht schreiben.',
    allow: 'Geben Sie diesem Benutzer das Recht, dort zu schreiben, oder wählen Sie mit --data-dir ein anderes Verzeichnis.',
  },
  disk: {
    dataDirectory: 'das Datenverzeichnis',
    free: '{names}: {size} frei.',
    unknown: '{names}: Das System meldet nicht, wie viel Platz frei ist.',
    full: 'Schaffen Sie Platz: Was nicht geschrieben werden kann, wartet und wird erneut versucht.',
    low: 'Schaffen Sie Platz, bevor das Laufwerk voll ist.',
  },
  folder: {
    fine: '{path} ist da und lässt sich lesen und beschreiben.',
    fineLinked: '{path} (eine Verknüpfung mit {real}) ist da und lässt sich lesen und beschreiben.',
    missing: '{path} gibt es nicht.',
    nameRemedy: 'Bis dahin wird aus {path} nichts gesendet.',
    missingRemedy: 'Verbinden Sie Laufwerk oder Freigabe, berichtigen Sie den Pfad, oder legen Sie den Ordner an.',
    isFile: '{path} ist eine Datei.',
    isFileRemedy: 'Geben Sie den Ordner an, in dem sie liegt.',
    unreadable: '{path} ist nicht lesbar: {message}',
    unread:
      'Nicht lesbar oder nicht zugänglich: {paths}{more, plural, =0 {} other { und # weitere}}. Was darin liegt, wird nicht aufgenommen.',
    unreadableRemedy: 'Geben Sie diesem Benutzer das Recht, ihn zu lesen.',
    readOnly: '{path} lässt sich lesen, aber nicht beschreiben: {message}',
    shared:
      '{path} lässt sich lesen und beschreiben. Auch andere Benutzer dieses Computers dürfen hineinschreiben: Sie können auf Ihre Kosten Dokumente senden lassen.',
    sharedRemedy: 'Wenn Sie das nicht wollen, entziehen Sie Gruppe und anderen das Schreibrecht: chmod go-w.',
    readOnlyResults:
      'Machen Sie den Ordner beschreibbar: Ergebnisse werden neben die Dokumente geschrieben, und vorher wird nichts gesendet.',
    apart: 'Die {count, number} Ordner überschneiden sich nicht.',
    overlapRemedy: 'Ändern Sie die Konfigurationsdatei so, dass jedes Dokument zu nur einem Ordner gehört.',
  },
  watch: {
    events: '{directories} in {path}, {latency} je Zugriff; das System meldet Änderungen.',
    network:
      '{directories} in {path}, {latency} je Zugriff; im Netz meldet das System keine Änderungen, darum sieht Intray ihn alle paar Sekunden durch.',
    slow: '{directories} in {path}, {latency} je Zugriff; das ist langsam.',
    slowNetwork: '{directories} in {path}, {latency} je Zugriff; das ist langsam. Intray sieht ihn alle paar Sekunden durch.',
    slowRemedy:
      'Das Durchsehen dauert lange. Überwachen Sie weniger Unterordner, oder lassen Sie Intray auf dem Computer laufen, der die Dateien hat.',
    refused:
      '{directories} in {path}, {latency} je Zugriff; das System verweigert die Überwachung ({reason}), darum sieht Intray ihn alle paar Sekunden durch.',
    refusedRemedy:
      'Erhöhen Sie fs.inotify.max_user_watches und fs.inotify.max_user_instances, oder beenden Sie Programme, die viele Dateien überwachen.',
    directories: '{count, plural, one {# Verzeichnis} other {# Verzeichnisse}}',
    manyDirectories: 'mehr als {count, plural, one {# Verzeichnis} other {# Verzeichnisse}}',
    latency: '{ms, number} ms',
    latencyTiny: 'unter 1 ms',
    limits:
      '{count, plural, one {# Verzeichnis} other {# Verzeichnisse}} zu überwachen; dieser Benutzer darf {watches, number} überwachen, in {instances, number} Programmen.',
    overLimit:
      '{count, plural, one {# Verzeichnis} other {# Verzeichnisse}} zu überwachen, aber dieser Benutzer darf nur {watches, number} überwachen. Die übrigen sieht Intray alle paar Sekunden durch.',
    nearLimit:
      '{count, plural, one {# Verzeichnis} other {# Verzeichnisse}} zu überwachen; dieser Benutzer darf {watches, number} überwachen, und andere Programme brauchen auch welche. Reicht es nicht, sieht Intray Ordner stattdessen alle paar Sekunden durch.',
    limitRemedy: 'Erhöhen Sie die Grenze: sudo sysctl fs.inotify.max_user_watches={wanted}',
  },
  keychain: {
    fine: 'Schlüssel liegen in {store}; der Schlüsselbund antwortet.',
    unusable: 'Schlüssel würden in {store} liegen, der nicht benutzbar ist. {message}',
    remedy: 'Damit ein Schlüssel auf Dauer bleibt, machen Sie den Schlüsselbund verfügbar und entsperren Sie ihn.',
    stores: {
      darwin: 'dem Schlüsselbund von macOS',
      win32: 'dem Anmeldespeicher von Windows',
      linux: 'dem Secret Service (GNOME-Schlüsselbund, KWallet oder ähnlich)',
      other: 'dem Schlüsselbund des Systems',
    },
  },
  ledger: {
    none: 'Unter {path} gibt es noch kein Journal; der erste Lauf legt es an.',
    lost: 'Das Journal {path} fehlt, obwohl es Sicherungen davon gibt.',
    lostRemedy:
      'Legen Sie es zurück, falls es verschoben wurde. Sonst übernimmt der nächste Start die neueste Sicherung und hält zurück, was sich nicht belegen lässt.',
    damagedRemedy:
      'Starten Sie Intray: Es legt die beschädigte Datei beiseite, übernimmt die neueste Sicherung ({backups}) und hält zurück, was sich nicht belegen lässt, bis Sie entscheiden.',
    otherVersionRemedy: 'Benutzen Sie die Version von Intray, die es geschrieben hat, oder ein anderes Datenverzeichnis.',
    unusableRemedy: 'Prüfen Sie die Rechte der Datei und ihres Verzeichnisses.',
    sound: 'Das Journal {path} ist in Ordnung: {count, plural, one {# Dokument} other {# Dokumente}}, {size}.',
    unverifiedRemedy:
      'Entscheiden Sie einmal: „run“ oder „watch“ mit --unverified send (jedes wird als mögliches Duplikat gekennzeichnet) oder --unverified leave.',
    nothingToLose: 'Es hat noch keine Sicherung, und auch nichts zu verlieren.',
    noBackup: 'Es hat keine Sicherung.',
    noBackupRemedy: 'Lassen Sie Intray laufen: Es sichert jede Stunde und wenn es endet.',
    hasBackups: 'Es hat {backups}.',
    hasOldBackups: 'Es hat {backups}; seither lief Intray nicht.',
    backups: '{count, plural, one {# Sicherung} other {# Sicherungen}}, die neueste von {at}',
    backupsNone: 'keine Sicherung',
  },
  clock: {
    impossible: 'Die Uhr dieses Computers zeigt {time}; das kann nicht stimmen.',
    remedy: 'Stellen Sie die Uhr dieses Computers, oder lassen Sie sie aus dem Netz stellen (NTP).',
    farRemedy:
      'Stellen Sie die Uhr dieses Computers, oder lassen Sie sie aus dem Netz stellen (NTP). Zertifikate werden vielleicht abgelehnt, und Zeiten in Ergebnissen sind falsch.',
    setBack: 'Im Journal steht ein Eintrag von {time}, also aus der Zukunft: Die Uhr wurde zurückgestellt.',
    setBackRemedy: 'Stimmt die Uhr jetzt, ist nichts zu tun: Intray wartet nicht auf diese Zeit. Sonst stellen Sie die Uhr.',
    agrees: 'Die Uhr dieses Computers stimmt mit der des Dienstes überein ({time}).',
    behind: 'Die Uhr dieses Computers geht gegenüber der des Dienstes {differenceMs} nach.',
    ahead: 'Die Uhr dieses Computers geht gegenüber der des Dienstes {differenceMs} vor.',
  },
  service: {
    sandbox: 'Die eingebaute Sandbox ist der Dienst, auf diesem Computer.',
    keyRemedy: 'Geben Sie den Schlüssel ein.',
    keys: { environment: 'den Schlüssel in INTRAY_API_KEY', keychain: 'den Schlüssel im Schlüsselbund' },
    fine: '{origin} antwortet ({latencyMs}) und nimmt {key} an.',
    empty: '{origin} nimmt {key} an, aber das Konto hat keine Seiten mehr: {message}',
    emptyRemedy:
      'Warten Sie, bis es wieder Seiten gibt, oder besorgen Sie mehr. Anfragen warten; Ergebnisse werden weiter abgeholt.',
    refused: '{origin} lehnt {key} ab: {message}',
    refusedRemedy: 'Hinterlegen Sie einen gültigen Schlüssel: intray key set --url {origin}',
    refusedEnvironmentRemedy: 'Setzen Sie einen gültigen Schlüssel in INTRAY_API_KEY.',
    unreachable: '{origin}: {message}',
    unreachableRemedy: 'Prüfen Sie Adresse, Netz und Proxy (HTTPS_PROXY). Bis dahin wartet alles, und nichts geht verloren.',
    timeout: '{origin} hat nicht innerhalb von {limitMs} geantwortet.',
    timeoutRemedy: 'Prüfen Sie das Netz, und versuchen Sie es noch einmal.',
    pause: '{origin} bittet um eine Pause: {message}',
    pauseRemedy: 'Nichts zu tun: Intray wird von selbst langsamer.',
    forbidden: '{origin} verweigert: {message}',
    forbiddenRemedy: 'Sehen Sie im Dashboard des Dienstes nach dem Konto.',
    unclear: '{origin} antwortet, sagt aber nichts über den Schlüssel: {message}',
    unclearRemedy: 'Prüfen Sie, ob das die Adresse des Dienstes ist, und versuchen Sie es später noch einmal.',
  },
  route: {
    fine: 'Die Extraktion „{name}“ ({id}) gibt es, mit {count, plural, one {# Feld} other {# Feldern}}.',
    unknown: 'Der Dienst hat keine Extraktion „{id}“: {message}',
    unknownRemedy: 'Korrigieren Sie die ID; bis dahin warten die Dokumente des Ordners.',
    unasked: 'Der Dienst konnte nicht nach der Extraktion „{id}“ gefragt werden: {message}',
    unaskedRemedy: 'Versuchen Sie es später noch einmal.',
    usedBefore: 'Die Klassifikation „{id}“ hat schon Dokumente angenommen.',
    unverified:
      'Ob es die Klassifikation „{id}“ gibt, zeigt erst die erste Anfrage: Der Dienst hat keinen Aufruf, der es verrät.',
    unverifiedRemedy:
      'Vergleichen Sie die ID mit der im Dashboard des Dienstes. Eine falsche wird bei der ersten Anfrage gemeldet und kostet nichts.',
  },
};
