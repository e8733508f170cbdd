package io.rollingwindow.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.PRIVATE;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.rollingwindow.RollingWindowRuntime;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The rules that keep the core small, pure and layered. That no exported signature names a type
 * which is not exported is seen by the compiler already, whose warnings are errors here.
 */
@AnalyzeClasses(packages = "io.rollingwindow", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final int MOST_TYPES_IN_THE_ROOT = 24;

  @ArchTest
  static final ArchRule ARROWS_GO_FROM_THE_FACE_TO_THE_VALUES =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("type")
          .definedBy("io.rollingwindow.type")
          .layer("row")
          .definedBy("io.rollingwindow.row")
          .layer("plan")
          .definedBy("io.rollingwindow.plan")
          .layer("spi")
          .definedBy("io.rollingwindow.spi")
          .layer("face")
          .definedBy("io.rollingwindow")
          .layer("manifest")
          .definedBy("io.rollingwindow.internal.manifest")
          .layer("run")
          .definedBy("io.rollingwindow.internal.run..")
          .whereLayer("face")
          .mayOnlyBeAccessedByLayers("run")
          .whereLayer("run")
          .mayOnlyBeAccessedByLayers("face")
          .whereLayer("manifest")
          .mayOnlyBeAccessedByLayers("face")
          .whereLayer("spi")
          .mayOnlyBeAccessedByLayers("face", "run")
          .whereLayer("plan")
          .mayOnlyBeAccessedByLayers("face", "run", "spi", "manifest")
          .whereLayer("row")
          .mayOnlyBeAccessedByLayers("face", "run", "spi", "plan")
          .whereLayer("type")
          .mayOnlyBeAccessedByLayers("face", "run", "spi", "plan", "row");

  @ArchTest
  static final ArchRule ERRORS_KNOW_NOTHING_ELSE =
      classes()
          .that()
          .resideInAPackage("io.rollingwindow.error")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.rollingwindow.error", "java..");

  @ArchTest
  static final ArchRule THE_CORE_KNOWS_THE_JDK_ALONE =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.rollingwindow..", "java..");

  @ArchTest
  static final ArchRule THE_CORE_KNOWS_NO_SQL_AND_NO_REFLECTION =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "javax.sql..", "java.lang.reflect..", "java.net..");

  @ArchTest
  static final ArchRule STATIC_FIELDS_ARE_FINAL = fields().that().areStatic().should().beFinal();

  @ArchTest
  static final ArchRule STATIC_FIELDS_HOLD_NO_MUTABLE_STATE =
      fields().that().areStatic().should(holdNoMutableState());

  @ArchTest
  static final ArchRule TIME_AND_THREADS_COME_FROM_ONE_PLACE =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.rollingwindow.internal.time")
          .should()
          .callMethodWhere(asksTheMachine());

  @ArchTest
  static void theRootStaysSmall(JavaClasses classes) {
    Set<String> types =
        classes.stream()
            .filter(type -> type.getPackageName().equals("io.rollingwindow"))
            .filter(type -> type.isTopLevelClass() && type.getModifiers().contains(PUBLIC))
            .map(JavaClass::getSimpleName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertTrue(types.size() <= MOST_TYPES_IN_THE_ROOT, types::toString);
  }

  @Test
  void theModuleExportsWhatUsersNeedAndReadsTheJdkAlone() throws URISyntaxException {
    Path built =
        Path.of(
            RollingWindowRuntime.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ModuleDescriptor module =
        ModuleFinder.of(built).find("io.rollingwindow.core").orElseThrow().descriptor();

    assertEquals(
        Set.of(
            "io.rollingwindow",
            "io.rollingwindow.error",
            "io.rollingwindow.plan",
            "io.rollingwindow.row",
            "io.rollingwindow.spi",
            "io.rollingwindow.type"),
        module.exports().stream()
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toSet()));
    assertEquals(
        Set.of("java.base"),
        module.requires().stream()
            .map(ModuleDescriptor.Requires::name)
            .collect(Collectors.toSet()));
  }

  /** Containers may be static where they are private, final and of a type that says so. */
  private static ArchCondition<JavaField> holdNoMutableState() {
    return new ArchCondition<>("hold no mutable state") {
      @Override
      public void check(JavaField field, ConditionEvents events) {
        JavaClass type = field.getRawType();
        boolean generated = field.getName().startsWith("$");
        boolean openArray = type.isArray() && !field.getModifiers().contains(PRIVATE);
        boolean mutable =
            type.getPackageName().equals("java.util.concurrent.atomic")
                || type.isAssignableTo(ThreadLocal.class)
                || type.isAssignableTo(StringBuilder.class)
                || isMutableContainer(type);
        if (!generated && (openArray || mutable)) {
          events.add(
              SimpleConditionEvent.violated(
                  field, field.getFullName() + " is a static " + type.getName()));
        }
      }
    };
  }

  private static boolean isMutableContainer(JavaClass type) {
    boolean container = type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class);
    return container && !Set.of("List", "Set", "Map").contains(type.getSimpleName());
  }

  private static DescribedPredicate<JavaMethodCall> asksTheMachine() {
    Set<String> asking =
        Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.Thread.sleep",
            "java.lang.Thread.start",
            "java.lang.Object.wait",
            "java.lang.Math.random",
            "java.util.UUID.randomUUID",
            "java.time.ZoneId.systemDefault",
            "java.util.TimeZone.getDefault",
            "java.util.Locale.getDefault");
    return new DescribedPredicate<>("ask the machine for time, threads, chance or place") {
      @Override
      public boolean test(JavaMethodCall call) {
        JavaClass owner = call.getTargetOwner();
        return asking.contains(owner.getName() + "." + call.getName())
            || (owner.getPackageName().equals("java.time") && call.getName().equals("now"))
            || (owner.isAssignableTo(java.time.Clock.class) && call.getName().startsWith("system"));
      }
    };
  }
}
