import { safeguardingRoutes } from '../features/safeguarding/routes';
import { staffRoutes } from '../features/staff/routes';

/** The pages below `/staff`. Only staff load this list. */
export const routes = staffRoutes(safeguardingRoutes);
