CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"last_four" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	"revoked_by_id" uuid,
	CONSTRAINT "api_keys_reason_known" CHECK ("api_keys"."revoked_reason" in ('hand', 'role', 'status', 'deletion')),
	CONSTRAINT "api_keys_ends_for_a_reason" CHECK (("api_keys"."revoked_at" is null) = ("api_keys"."revoked_reason" is null)),
	CONSTRAINT "api_keys_may_do_something" CHECK (cardinality("api_keys"."scopes") > 0),
	CONSTRAINT "api_keys_name_length" CHECK (char_length("api_keys"."name") between 1 and 100),
	CONSTRAINT "api_keys_key_hash_length" CHECK (char_length("api_keys"."key_hash") between 64 and 64),
	CONSTRAINT "api_keys_last_four_length" CHECK (char_length("api_keys"."last_four") between 4 and 4)
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_revoked_by_id_users_id_fk" FOREIGN KEY ("revoked_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_key_hash_unique" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_owner_idx" ON "api_keys" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_revoked_by_idx" ON "api_keys" USING btree ("revoked_by_id");