/** What both apps build on. One-way: ui-kit, then messenger-ui, then app-ui. */

export { Trans, useTranslation } from 'react-i18next';
export { announce } from './announce/announcer';
export { AppProviders } from './app/app-providers';
export { toast } from './app/toast';
export { type ColorScheme, useColorScheme } from './app/use-color-scheme';
export { Avatar } from './components/avatar';
export { Banner } from './components/banner';
export { IconButton } from './components/icon-button';
export { Logo, LogoMark } from './components/logo';
export { EmptyState, ErrorState, LoadingState, Spinner } from './components/states';
export { useIsOnline } from './components/use-is-online';
export { useIsPhone, useIsTablet } from './components/use-viewport';
export { VisuallyHidden } from './components/visually-hidden';
export { loadAgain } from './errors/late-styles';
export { reportError, watchErrors } from './errors/report';
export { isUnexpected } from './errors/unexpected';
export { HttpError, NetworkError } from './http/errors';
export { type HttpRequest, http } from './http/http';
export type { Schemas } from './http/schemas';
export { settingsQuery } from './http/settings';
export { useErrorText } from './http/use-error-text';
export { formatDateTime, formatDay, formatListTime, formatMessageTime, formatTime } from './i18n/dates';
export { addToCatalogue, i18n, registerCatalogue, setLanguage } from './i18n/i18n';
export { type Language, languages, toLanguage } from './i18n/languages';
export { maintenance, useMaintenance } from './session/maintenance';
export {
  canChat,
  type Experience,
  type Experiences,
  type Profile,
  profileQuery,
  useProfile,
} from './session/profile';
export { handedOn, redirectTarget } from './session/redirect';
export type { SessionState } from './session/session';
export { SessionGate } from './session/session-gate';
export { session } from './session/the-session';
export { useSession } from './session/use-session';
export { useStoredLanguage, useTellLanguage } from './session/use-stored-language';
export { wayToSignIn } from './session/way-to-sign-in';
