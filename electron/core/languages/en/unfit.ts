/** Why a file is not sent, whatever the service would say (`electron/engine/intake`). `type` is what its name says that it is. */
export const unfit = {
  empty: 'It is empty. Scan it again, or remove it.',
  tooLarge:
    'It has {bytes, number} bytes; the service accepts files up to {maximum, number} (25 MB). Scan it at a lower resolution, or split it.',
  password: 'It opens only with a password, which the service does not have. Save it without the password.',
  noPages: 'It is a PDF without pages. Create it again.',
  noDirectory: 'The list of its parts cannot be read, so few programs can open it.',
  wrongContent: 'It is named .{extension}, but its content is not {type}.',
  otherContent: 'It is named .{extension}, but its content is not {type} (it is {content}).',
  odd: '{message} Save it again, or rename it; or send it as it is, or let this folder always send such files.',
  incomplete: {
    jpeg: 'Its picture data ends without an end marker.',
    png: 'Its picture data ends before its last part.',
    docx: 'The list of its parts is missing, or points past the end of the file.',
    pdf: 'Its end marker is missing.',
    pdfUnreadable: 'No page can be found in it.',
    held: 'It is incomplete: {message} Copy it again; or send it as it is, or let this folder always send such files.',
    hole: 'It contains a long run of zeros, as a file does that is still being copied. Intray waits until {at} at most.',
    beingWritten: 'Another program has it open for writing. Intray waits until {at} at most.',
  },
  type: {
    pdf: 'a PDF',
    png: 'a PNG image',
    jpeg: 'a JPEG image',
    docx: 'a Word document (DOCX)',
  },
} as const;
