/** Public interface of ui-kit. Imports go from app-ui to messenger-ui to ui-kit. */

export { Trans, useTranslation } from 'react-i18next';
export { announce } from './announce/announcer';
export { AppProviders } from './app/app-providers';
export { removeFirstPaint } from './app/first-paint';
export { toast } from './app/toast';
export { type ColorScheme, useColorScheme } from './app/use-color-scheme';
export { Avatar } from './components/avatar';
export { Banner } from './components/banner';
export { IconButton } from './components/icon-button';
export { Logo, LogoMark } from './components/logo';
export { shownCount } from './components/shown-count';
export { EmptyState, ErrorState, LoadingState, Spinner } from './components/states';
export { useIsOnline } from './components/use-is-online';
export { useIsPhone, useIsTablet } from './components/use-viewport';
export { VisuallyHidden } from './components/visually-hidden';
export { reportError, watchErrors } from './errors/report';
export { retryLoad } from './errors/retry-load';
export { isUnexpected } from './errors/unexpected';
export { api, send } from './http/api';
export { apiUrl, multipart, publicApi, type Schemas } from './http/api-client';
export { HttpError, NetworkError } from './http/errors';
export { settingsQuery } from './http/settings';
export { useErrorText } from './http/use-error-text';
export {
  dateFormat,
  formatAge,
  formatAgo,
  formatBubbleTime,
  formatDate,
  formatDateTime,
  formatDateTimeIn,
  formatDay,
  formatListTime,
  formatMessageTime,
  formatTime,
} from './i18n/dates';
export { addToCatalogue, i18n, registerCatalogue, setLanguage, suggestLanguage } from './i18n/i18n';
export { directionOf, type Language, languages, setUnsavedLanguage, toLanguage } from './i18n/languages';
export { useNow } from './i18n/use-now';
export { KEPT_KEY, type LoginSessionState } from './login-session/login-session';
export { LoginSessionGate } from './login-session/login-session-gate';
export { maintenance, useMaintenance } from './login-session/maintenance';
export { loginSession } from './login-session/page-login-session';
export {
  canChat,
  type Experience,
  type Experiences,
  hasConversations,
  type Profile,
  profileQuery,
  useProfile,
} from './login-session/profile';
export { signInLocation } from './login-session/sign-in-location';
export { locationWithoutRedirect, redirectTarget } from './login-session/sign-in-redirect';
export { useLoginSession } from './login-session/use-login-session';
export { useSaveLanguage, useStoredLanguage } from './login-session/use-stored-language';
export { type PendingCases, usePendingCases } from './staff/pending-cases';
export { PendingCasesBadge, usePendingCasesTexts } from './staff/pending-cases-badge';
