/** What a language is called in itself, and the region whose dates and numbers go with it where the system names none. */
export const language = { name: 'Français', locale: 'fr-FR' };
