import type { register as english } from '../en/register.ts';
import type { Like } from '../like.ts';

export const register: Like<typeof english> = {
  noAddress: 'Es gibt kein Register, das gefragt werden könnte. Geben Sie seine Adresse mit --register oder {variable} an.',
  notAnAddress: 'Das ist nicht die Adresse eines Registers. Sie sieht aus wie postgres://HOST/DATENBANK.',
  tlsMode: 'Die Adresse des Registers verlangt „sslmode={mode}“. Intray kennt verify-full und, auf demselben Computer, disable.',
  tlsNeeded:
    'Das Register auf {host} muss verschlüsselt erreicht werden. Lassen Sie „sslmode=disable“ weg und richten Sie auf dem Server ein Zertifikat ein.',
  certificate: 'Die Datei mit den Zertifikaten, denen vertraut wird, lässt sich nicht lesen: {message}',
  passwordFile: '{variable}: Die Datei mit dem Kennwort lässt sich nicht lesen: {message}',
  unreachable: 'Das Register unter {place} ist nicht erreichbar: {message}',
  readOnly:
    'In das Register unter {place} lässt sich nicht schreiben: Es ist ein Ersatzserver oder schreibgeschützt. Geben Sie die Adresse des führenden Servers an.',
  full: 'Der Datenträger des Registers unter {place} ist voll: {message}',
  denied: 'Das Register unter {place} verweigert den Zugang: {message}',
  untrusted:
    'Das Register {place} zeigt ein Zertifikat, dem hier nicht vertraut wird ({message}). Hat eine eigene Stelle es signiert, so beenden Sie die Adresse mit „?sslrootcert=DATEI“; sein Name muss der in der Adresse sein.',
  noTls:
    'Das Register {place} bietet keine Verschlüsselung an. Richten Sie auf dem Server ein Zertifikat ein („ssl = on“ in postgresql.conf).',
  noPassword:
    'Das Register unter {place} verlangt ein Passwort, und keines ist angegeben. Speichern Sie es mit „intray register join --password“, oder geben Sie es in INTRAY_REGISTER_PASSWORD an.',
  notCreated: 'Unter {place} gibt es noch kein Register. Legen Sie es mit „intray register create“ an.',
  noRole:
    'In der Datenbank unter {place} gibt es keine Rolle „{role}“. Der Eigentümer legt sie mit CREATE ROLE … LOGIN an, oder --role nennt eine andere; nichts wurde geändert.',
  older:
    'Das Register unter {place} stammt von einer älteren Version von Intray. Bringen Sie es mit „intray register create“ auf den neuesten Stand.',
  newer: 'Das Register unter {place} stammt von einer neueren Version von Intray. Aktualisieren Sie Intray.',
  failed: 'Im Register unter {place} ist etwas fehlgeschlagen: {message}',
  leaseEnded:
    'Das Register unter {place} wurde nicht rechtzeitig gefragt: Andere haben womöglich übernommen, was dieser Lauf beansprucht hatte.',
  lostClaim: 'An diesem Dokument arbeitet jetzt ein anderer Computer, sagt das Register unter {place}.',
  stillMember:
    'Aus diesem Datenverzeichnis wird nichts allein gesendet: Es ist Mitglied des Registers unter {place}, das wissen kann, was andere gesendet haben. Geben Sie die Adresse des Registers an oder verlassen Sie es zuerst mit „intray register leave“.',
  progress: '{done, number} von {of, number} Anfragen sind im Register',
  passwordPrompt: 'Kennwort des Registers (es wird nicht angezeigt): ',
  joined:
    'Dieser Computer ist Mitglied des Registers unter {place}; was er gesendet hat, gilt für alle als gesendet. Er arbeitet mit dem Register, sobald dessen Adresse gesetzt ist: "register": "{address}" in der Konfigurationsdatei oder in den Einstellungen, --register oder INTRAY_REGISTER_URL.',
  left: 'Dieser Computer hat das Register verlassen; was anderswo aus seinen Dokumenten wurde, steht nun bei ihm. Nehmen Sie die Adresse des Registers und die Eingänge seiner Ordner aus seinen Einstellungen: Er arbeitet jetzt allein.',
  leftToOthers:
    'Noch zu schreiben in einen Ordner, mit dem andere Computer weiterarbeiten: {count, plural, one {das Ergebnis von # Dokument} other {die Ergebnisse von # Dokumenten}}. Das übernimmt: {machines}.',
  notMember: 'Nichts zu verlassen: {path} ist nicht Mitglied eines Registers.',
  otherRegister: 'Das ist ein anderes Register als das, in dem dieser Computer Mitglied ist. Geben Sie dessen Adresse an.',
  passwordKept: 'Das Kennwort für {place} ist im Schlüsselbund.',
  passwordNotKept:
    'Das Kennwort ist nirgends gespeichert: {message} Geben Sie es in {variable} an oder in der Datei, die {variable}_FILE nennt.',
  created: 'Das Register unter {place} ist bereit.',
  status: 'Das Register unter {place} ist benutzbar: PostgreSQL {server}, {count, plural, one {# Inhalt} other {# Inhalte}}.',
  clock:
    'Seine Uhr geht gegenüber der hiesigen um {milliseconds, number} ms {direction, select, ahead {vor} other {nach}}; davon hängt nichts ab.',
};
