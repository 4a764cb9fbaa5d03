/** The customers of the service. */
export const clientAccounts = ['Adler Ltd', 'Baker & Sons', 'Coral SA', 'Delta GmbH'] as const;
