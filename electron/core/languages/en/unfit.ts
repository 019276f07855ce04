/** Why a file is not sent, whatever the service would say (`electron/engine/intake`). `type` is what its name says that it is. */
export const unfit = {
  empty: 'It is empty. Scan it again, or remove it.',
  tooLarge: 'It has {size}; the service accepts files up to 25 MB. Scan it at a lower resolution, or split it.',
  wrongContent: 'It is named .{extension}, but its content is not {type}.',
  otherContent: 'It is named .{extension}, but its content is not {type} (it is {content}).',
  type: {
    pdf: 'a PDF',
    png: 'a PNG image',
    jpeg: 'a JPEG image',
    docx: 'a Word document (DOCX)',
  },
} as const;
