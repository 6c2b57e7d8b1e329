import { apiUrl } from 'ui-kit';

/** Where a logo is shown, by its name. */
export const logoUrl = (name: string) => apiUrl('/api/v2/programmes/logos/{name}/', { path: { name } });
