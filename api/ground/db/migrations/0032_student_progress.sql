CREATE TABLE "finished_contents" (
	"profile_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "finished_contents_pk" PRIMARY KEY("profile_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "last_opened_units" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"lesson_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "finished_contents" ADD CONSTRAINT "finished_contents_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finished_contents" ADD CONSTRAINT "finished_contents_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "last_opened_units" ADD CONSTRAINT "last_opened_units_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "last_opened_units" ADD CONSTRAINT "last_opened_units_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finished_contents_content_idx" ON "finished_contents" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "last_opened_units_lesson_idx" ON "last_opened_units" USING btree ("lesson_id");