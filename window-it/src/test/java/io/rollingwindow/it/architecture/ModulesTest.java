package io.rollingwindow.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the modules may see of one another, also where no module descriptor keeps them apart. */
@AnalyzeClasses(
    packages = {
      "io.rollingwindow.postgres",
      "io.rollingwindow.clickhouse",
      "io.rollingwindow.sqlite",
      "io.rollingwindow.callbacks",
      "io.rollingwindow.observe"
    },
    importOptions = ImportOption.DoNotIncludeTests.class)
class ModulesTest {

  private static final String CORE_INTERNALS = "io.rollingwindow.internal..";
  private static final String POSTGRES = "io.rollingwindow.postgres..";
  private static final String CLICKHOUSE = "io.rollingwindow.clickhouse..";
  private static final String SQLITE = "io.rollingwindow.sqlite..";
  private static final String CALLBACKS = "io.rollingwindow.callbacks..";
  private static final String OBSERVE = "io.rollingwindow.observe..";

  @ArchTest
  static final ArchRule NO_ADAPTER_SEES_WHAT_THE_CORE_DOES_NOT_EXPORT =
      noClasses().should().dependOnClassesThat().resideInAPackage(CORE_INTERNALS);

  @ArchTest
  static final ArchRule THE_SOURCE_SEES_NO_OTHER_ADAPTER =
      noClasses()
          .that()
          .resideInAPackage(POSTGRES)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(CLICKHOUSE, SQLITE, CALLBACKS, OBSERVE);

  @ArchTest
  static final ArchRule THE_TARGET_SEES_NO_OTHER_ADAPTER =
      noClasses()
          .that()
          .resideInAPackage(CLICKHOUSE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(POSTGRES, SQLITE, CALLBACKS, OBSERVE);

  @ArchTest
  static final ArchRule THE_STORE_SEES_NO_OTHER_ADAPTER =
      noClasses()
          .that()
          .resideInAnyPackage(SQLITE, CALLBACKS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(POSTGRES, CLICKHOUSE, OBSERVE);

  @ArchTest
  static final ArchRule THE_LISTENERS_SEE_NO_OTHER_ADAPTER =
      noClasses()
          .that()
          .resideInAPackage(OBSERVE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(POSTGRES, CLICKHOUSE, SQLITE, CALLBACKS);

  @ArchTest
  static final ArchRule EVERYBODY_LOGS_THROUGH_THE_PLATFORM =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.slf4j..", "java.util.logging..", "org.apache.commons.logging..");

  @ArchTest
  static final ArchRule STATIC_FIELDS_ARE_FINAL = fields().that().areStatic().should().beFinal();
}
