CREATE TABLE "edition_codes" (
	"edition_id" uuid NOT NULL,
	"printed_code_id" uuid NOT NULL,
	"opens_id" uuid,
	CONSTRAINT "edition_codes_pk" PRIMARY KEY("edition_id","printed_code_id")
);
--> statement-breakpoint
CREATE TABLE "editions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"textbook_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"printed_on" date NOT NULL,
	"unlocked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	CONSTRAINT "editions_name_length" CHECK (char_length("editions"."name") between 1 and 100),
	CONSTRAINT "editions_number_positive" CHECK ("editions"."number" > 0)
);
--> statement-breakpoint
ALTER TABLE "edition_codes" ADD CONSTRAINT "edition_codes_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_codes" ADD CONSTRAINT "edition_codes_printed_code_id_printed_codes_id_fk" FOREIGN KEY ("printed_code_id") REFERENCES "public"."printed_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editions" ADD CONSTRAINT "editions_textbook_id_textbooks_id_fk" FOREIGN KEY ("textbook_id") REFERENCES "public"."textbooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editions" ADD CONSTRAINT "editions_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edition_codes_printed_code_idx" ON "edition_codes" USING btree ("printed_code_id");--> statement-breakpoint
CREATE UNIQUE INDEX "editions_number_unique" ON "editions" USING btree ("textbook_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "editions_name_unique" ON "editions" USING btree ("textbook_id",lower("name"));--> statement-breakpoint
CREATE INDEX "editions_created_by_idx" ON "editions" USING btree ("created_by_id") WHERE "editions"."created_by_id" is not null;