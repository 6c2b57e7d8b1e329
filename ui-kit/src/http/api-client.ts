import type {
  Client,
  ClientPathsWithMethod,
  FetchResponse,
  ParamsOption,
  RequestBodyOption,
} from 'openapi-fetch';
import type { components, paths } from './api.gen';
import { type Transport, type TransportRequest, transport } from './transport';

/** The schemas of the OpenAPI document, by name. */
export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'put' | 'delete';
export type ApiPath<M extends Method> = ClientPathsWithMethod<Client<paths>, M>;
type Operation<M extends Method, Path extends ApiPath<M>> = paths[Path][M] & Record<string, unknown>;

export type ApiParams<M extends Method, Path extends ApiPath<M>> = ParamsOption<Operation<M, Path>>;

/** Parameters and body of a call, as the OpenAPI document declares them, and how to send it. */
type ApiInit<M extends Method, Path extends ApiPath<M>> = ApiParams<M, Path> &
  RequestBodyOption<Operation<M, Path>> &
  Pick<TransportRequest, 'signal' | 'keepalive' | 'token'>;

/** The body of the successful responses of a call. */
export type ApiResult<M extends Method, Path extends ApiPath<M>> = Required<
  FetchResponse<Operation<M, Path>, object, `${string}/${string}`>
>['data'];

type ApiMethod<M extends Method> = <Path extends ApiPath<M>>(
  path: Path,
  ...init: object extends ApiInit<M, Path> ? [ApiInit<M, Path>?] : [ApiInit<M, Path>]
) => Promise<ApiResult<M, Path>>;

export type Api = { readonly [M in Method]: ApiMethod<M> };

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

interface Params {
  path?: Values | undefined;
  query?: Values | undefined;
}

/** Returns the address of a call with its parameters filled in. Leaves out query parameters without a value. */
export function apiUrl(path: string, { path: values = {}, query = {} }: Params = {}): string {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const given = Object.entries(query).filter(([, value]) => value != null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? url : `${url}?${search}`;
}

/** Creates functions that call the API over `send`. Path, parameters, body and result follow the OpenAPI document. */
export function createApi(send: Transport): Api {
  const method =
    (name: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    (path: string, { params, ...request }: TransportRequest & { params?: Params } = {}): Promise<unknown> =>
      send(apiUrl(path, params), { method: name, ...request });
  return { get: method('GET'), post: method('POST'), put: method('PUT'), delete: method('DELETE') } as Api;
}

/** Returns a multipart form with these fields. The type stays that of the fields, so that the schema checks them. */
export function multipart<Fields extends object>(fields: Fields): Fields {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value, `${name}.jpg`);
    else form.set(name, String(value));
  }
  return form as Fields;
}

/** Calls public routes: sends no token, and a 401 does not affect the login session. */
export const publicApi = createApi(transport);
