// Made from the OpenAPI document by "npm run generate". Do not edit.

export interface paths {
    "/v1/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Verify one email address */
        get: operations["verifyEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find the address of a person at a domain */
        post: operations["lookupEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit up to 100,000 addresses as a job */
        post: operations["submitBulkVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a bulk verification is */
        get: operations["getBulkVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk/{job_id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The results of a bulk verification, in the order of submission */
        get: operations["getBulkVerificationResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit up to 10,000 persons to look up as a job */
        post: operations["submitBulkLookup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-lookup/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a bulk lookup is */
        get: operations["getBulkLookup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-lookup/{job_id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A page of the results of a bulk lookup, while it runs or afterwards */
        get: operations["getBulkLookupResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The current credit balance */
        get: operations["getCredits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @description What went wrong, for a person to read. */
            detail: string;
        };
        EmailVerificationResponse: {
            /** @description The address that was verified. */
            email: string;
            /**
             * @description safe: deliverable. risky: uncertain. invalid: undeliverable. unknown: try again the next day.
             * @enum {string}
             */
            status: "safe" | "risky" | "invalid" | "unknown";
            /** @description The result in plain English. */
            explanation: string;
            /** @description Detected provider, such as Google Workspace, or Unknown. */
            email_provider: string;
            /**
             * @description The specific reason.
             * @enum {string}
             */
            substatus: "deliverable" | "disposable" | "catch_all" | "mailbox_full" | "role_account" | "unverifiable" | "invalid_syntax" | "no_mx_records" | "mailbox_not_found" | "mailbox_disabled" | "greylisted" | "timeout" | "mail_server_unavailable" | "blocked" | "dns_error" | "temporary_failure" | "unexpected_response" | "smtputf8_unsupported";
            /** @description Main receiving mail server; null where the domain has none. */
            mx_record: string | null;
            /** @description The domain takes mail for any username; null if undetermined. */
            is_domain_catch_all: boolean | null;
            /** @description The domain is behind a secure email gateway. */
            is_secure_email_gateway: boolean;
            /** @description A temporary address; null if unknown. */
            is_disposable: boolean | null;
            /** @description A generic role, such as info or support; null if unknown. */
            is_role_account: boolean | null;
            /** @description A free email provider; null if unknown. */
            is_free: boolean | null;
            /** @description How sure the result is; null for unknown. */
            confidence: number | null;
        };
        BulkVerificationSubmitResponse: {
            /** Format: uuid */
            job_id: string;
            /** @constant */
            status: "submitted";
            /** @description Unique addresses. */
            total_emails: number;
            /** @description Credits charged. */
            estimated_cost: number;
        };
        BulkVerificationStatusResponse: {
            /** Format: uuid */
            job_id: string;
            /**
             * @description partial_complete_retrying: every address was tried, the unknown ones are tried again.
             * @enum {string}
             */
            status: "pending" | "in_progress" | "partial_complete_retrying" | "complete" | "failed";
            total_emails: number;
            emails_processed: number;
            /** Format: date-time */
            submitted_at: string;
            /**
             * @description none: no retries needed or started. pending: queued. partial: some are finished.
             * @enum {string}
             */
            retry_status: "none" | "pending" | "partial" | "complete";
            /** @description null while not finished. */
            completed_at: string | null;
        };
        BulkVerificationResultsResponse: {
            /** Format: uuid */
            job_id: string;
            /** @enum {string} */
            status: "complete" | "partial_complete_retrying";
            /** @description Results in this response. */
            total_results: number;
            /** @description In the order of submission. */
            results: components["schemas"]["EmailVerificationResponse"][];
            /** @description Addresses still to be tried again; none when the results are final. */
            pending_retries: string[];
            /** @description How many addresses are still to be tried again. */
            retry_count: number;
        };
        EmailLookupResponse: {
            /**
             * @description safe: a deliverable address was found. unknown: none was, or the time was over.
             * @enum {string}
             */
            status: "safe" | "unknown";
            /**
             * @description The specific reason; timeout is answered to single lookups only.
             * @enum {string}
             */
            substatus: "deliverable" | "no_address_found" | "timeout";
            /** @description The result in plain English. */
            explanation: string;
            /** @description Provider of the address; Unknown where none was found. */
            email_provider: string;
            /** @description Credits charged for this lookup; 0 from the cache. */
            credits_consumed: number;
            /** @description As supplied, case and white space cleaned. */
            first_name: string;
            /** @description As supplied, case and white space cleaned. */
            last_name: string;
            /** @description As supplied, case and white space cleaned. */
            domain: string;
            /** @description The address; null when none was confirmed. */
            email: string | null;
            /** @description Main receiving mail server. */
            mx_record: string | null;
            /** @description The domain takes mail for any username; null if undetermined. */
            is_domain_catch_all: boolean | null;
            /** @description The domain is behind a secure email gateway. */
            is_secure_email_gateway: boolean;
            /** @description A temporary address; null if unknown. */
            is_disposable: boolean | null;
            /** @description A generic role, such as info or support; null if unknown. */
            is_role_account: boolean | null;
            /** @description A free email provider; null if unknown. */
            is_free: boolean | null;
            /** @description How sure the result is; null for unknown. */
            confidence: number | null;
        };
        BulkLookupSubmitResponse: {
            /** Format: uuid */
            job_id: string;
            /** @constant */
            status: "submitted";
            /** @description Unique rows. */
            total_rows: number;
            /** @description Credits charged: one a row. */
            credits_consumed: number;
        };
        BulkLookupStatusResponse: {
            /** Format: uuid */
            job_id: string;
            /** @enum {string} */
            status: "running" | "completed";
            total_rows: number;
            total_processed: number;
            /** @description Of the rows processed so far. */
            summary: {
                total_found: number;
                total_not_found: number;
            };
            /** Format: date-time */
            created_at: string;
            /** @description null until completed. */
            finished_at: string | null;
        };
        BulkLookupResultsResponse: {
            /** Format: uuid */
            job_id: string;
            /** @description Rows submitted, without repeats. */
            total_rows: number;
            /** @description Rows done by now. */
            total_processed: number;
            limit: number;
            offset: number;
            /** @description The rows of this page that are done, in the order of submission. */
            results: components["schemas"]["EmailLookupResponse"][];
        };
        CreditsResponse: {
            /** @description Credits that can be spent now, to three decimals. */
            credits: number;
        };
        /** @description Email addresses. Repeats are removed before counting and charging. */
        BulkVerificationSubmission: string[];
        EmailLookupRequest: {
            first_name: string;
            last_name: string;
            /** @description Of the company, such as example.com. */
            domain: string;
            /** @description Seconds to answer in; 90 if left out. When they are over, the answer is timeout, and charged. */
            timeout?: number;
        };
        LookupRow: {
            first_name: string;
            last_name: string;
            domain: string;
        };
        BulkLookupSubmission: {
            /** @description Repeats, ignoring case and white space, are removed before billing. */
            input: components["schemas"]["LookupRow"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    verifyEmail: {
        parameters: {
            query: {
                /** @description The address to verify, percent-encoded: a plus sign is %2B, as a bare one means a space. */
                email: string;
                /** @description Seconds to answer in. 3 to 10 suit points of entry, and bring more unknown results. */
                timeout?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailVerificationResponse"];
                };
            };
            /** @description The API key is missing, invalid or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credit balance is too low; names the balance and the required amount. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A parameter is missing or out of range; names the parameter. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than 20 requests in a second with one key. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An unexpected error on our side. Nothing is charged. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Nothing is charged; retry with growing pauses. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    lookupEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailLookupRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailLookupResponse"];
                };
            };
            /** @description The API key is missing, invalid or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credit balance is too low; names the balance and the required amount. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A parameter is missing or out of range; names the parameter. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than 20 requests in a second with one key. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An unexpected error on our side. Nothing is charged. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Nothing is charged; retry with growing pauses. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    submitBulkVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated submission under the same key gets the first answer and is charged once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkVerificationSubmission"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkVerificationSubmitResponse"];
                };
            };
            /** @description The body or the path is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, invalid or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credit balance is too low; names the balance and the required amount. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A parameter is missing or out of range; names the parameter. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An unexpected error on our side. Nothing is charged. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Nothing is charged; retry with growing pauses. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no room for another long list at the moment. Nothing is charged; retry later. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBulkVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the submission returned. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkVerificationStatusResponse"];
                };
            };
            /** @description The body or the path is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, invalid or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such job, or it belongs to another key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than 20 requests in a second with one key. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An unexpected error on our side. Nothing is charged. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Nothing is charged; retry with growing pauses. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBulkVerificationResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the submission returned. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The status of the job, for formats that have rows only. */
                    "X-Job-Status": "complete" | "partial_complete_retrying";
                    /** @description Results in this response, for formats that have rows only: one with fewer was cut on its way. In CSV, a result may have several lines. */
                    "X-Row-Count": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkVerificationResultsResponse"];
                    "application/x-ndjson": components["schemas"]["EmailVerificationResponse"];
                    "text/csv": string;
                };
            };
            /** @description The body or the path is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, invalid or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such job, or it belongs to another key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The job is not in a state to answer this; names the state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than 20 requests in a second with one key. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An unexpected error on our side. Nothing is charged. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Nothing is charged; retry with growing pauses. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    submitBulkLookup: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated submission under the same key gets the first answer and is charged once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkLookupSubmission"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkLookupSubmitResponse"];
                };
            };
            /** @description The API key is missing, invalid or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credit balance is too low; names the balance and the required amount. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A parameter is missing or out of range; names the parameter. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than 20 requests in a second with one key. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An unexpected error on our side. Nothing is charged. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Nothing is charged; retry with growing pauses. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no room for another long list at the moment. Nothing is charged; retry later. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBulkLookup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id that the submission returned. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkLookupStatusResponse"];
                };
            };
            /** @description The body or the path is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, invalid or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such job, or it belongs to another key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than 20 requests in a second with one key. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An unexpected error on our side. Nothing is charged. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Nothing is charged; retry with growing pauses. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBulkLookupResults: {
        parameters: {
            query?: {
                /** @description Rows a page. */
                limit?: number;
                /** @description Index of the first row, in the order of submission. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The id that the submission returned. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkLookupResultsResponse"];
                };
            };
            /** @description The body or the path is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, invalid or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such job, or it belongs to another key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A parameter is missing or out of range; names the parameter. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than 20 requests in a second with one key. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An unexpected error on our side. Nothing is charged. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Nothing is charged; retry with growing pauses. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCredits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditsResponse"];
                };
            };
            /** @description The API key is missing, invalid or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than 20 requests in a second with one key. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An unexpected error on our side. Nothing is charged. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is temporarily unavailable. Nothing is charged; retry with growing pauses. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
