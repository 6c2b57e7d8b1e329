import type { components } from './api.gen';

/** Everything that goes over the wire, by name, as the server declares it. */
export type Schemas = components['schemas'];
