import { checkSignup, checkSignupOptions, type SignupEngine, type SignupOptions } from './signup-check.ts';

/** Where better-auth is given an address that is new to it, and the field of the body that has it. */
const fields: Readonly<Record<string, string>> = {
  '/sign-up/email': 'email',
  '/change-email': 'newEmail',
};

/** The part of the context of a better-auth hook that is read. */
export interface AuthHookContext {
  readonly path?: string | undefined;
  readonly body?: unknown;
}

/** A plugin for better-auth 1. */
export interface SignupPlugin {
  readonly id: 'mailproof';
  readonly hooks: {
    before: {
      matcher: (context: AuthHookContext) => boolean;
      handler: (context: AuthHookContext) => Promise<void>;
    }[];
  };
}

/** An answer of better-auth, which knows it by its name. The client gets status 422 with `code` and `message`. */
class RefusedSignup extends Error {
  override readonly name = 'APIError';
  readonly status = 'UNPROCESSABLE_ENTITY';
  readonly statusCode = 422;
  readonly headers = {};
  readonly body: { readonly code: string; readonly message: string };

  constructor(reason: string, message: string) {
    super(message);
    this.body = { code: reason.toUpperCase(), message };
  }
}

/**
 * Returns a plugin of better-auth that refuses new addresses as `checkSignup` does: at sign-up with a password, and where
 * somebody changes the address. Whoever has an account already is asked nothing when they sign in. Throws InvalidArgument for a wrong option.
 */
export function signupPlugin(engine: SignupEngine, options: SignupOptions = {}): SignupPlugin {
  checkSignupOptions(engine, options);
  return {
    id: 'mailproof',
    hooks: {
      before: [
        {
          matcher: ({ path = '' }) => Object.hasOwn(fields, path),
          async handler({ path = '', body }) {
            const email = new Map(Object.entries(Object(body))).get(fields[path] ?? '');
            const { accept, reason, message } = await checkSignup(engine, email, options);
            if (!accept) throw new RefusedSignup(reason, message);
          },
        },
      ],
    },
  };
}
