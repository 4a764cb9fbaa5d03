/** Addresses that people type into forms: whether to take them, and what to say if not. */
export type { Suggestion } from '../../src/address/suggestion/suggestion.ts';
export { type AuthHookContext, type SignupPlugin, signupPlugin } from './better-auth.ts';
export {
  checkSignup,
  type SignupCheck,
  type SignupEngine,
  type SignupError,
  type SignupOptions,
  type SignupReason,
} from './signup-check.ts';
export { type SignupSchema, signupSchema } from './standard-schema.ts';
